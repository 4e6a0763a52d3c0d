// Looks where missiles will be next round and goes elsewhere: "Höna" is hen. In Latin-1, as many sources of
// Swedish teams were; names everything in full.
package cwg14;

import java.util.ArrayList;
import java.util.List;

class TankLogic {

	public final static String PLAYER_NAME = "Höna";

	public interface JoystickHandler {
		public void setJoystick(consoden.tankgame.Direction moveDirection,
				consoden.tankgame.Direction towerDirection,
				boolean fire);
	}

	private int myId;
	private JoystickHandler joystick;

	public TankLogic(int tankId, JoystickHandler joystickHandler) {
		myId = tankId;
		joystick = joystickHandler;
	}

	public void makeMove(consoden.tankgame.GameState gameState) {
		// In case the thinking takes too long: something is set.
		joystick.setJoystick(consoden.tankgame.Direction.UP, consoden.tankgame.Direction.NEUTRAL, false);

		GameMap gm = new GameMap(myId, gameState);
		Position own = gm.getOwnPosition();
		List<Position> danger = danger(gameState);
		consoden.tankgame.Direction[] directions = {
			consoden.tankgame.Direction.UP, consoden.tankgame.Direction.RIGHT,
			consoden.tankgame.Direction.DOWN, consoden.tankgame.Direction.LEFT
		};
		Position[] choices = { gm.moveUp(own), gm.moveRight(own), gm.moveDown(own), gm.moveLeft(own) };
		for (int i = 0; i < choices.length; i++) {
			boolean hit = false;
			for (Position p : danger) {
				if (p.x == choices[i].x && p.y == choices[i].y)
					hit = true;
			}
			if (gm.isEmpty(choices[i]) && !gm.IsMissileInPosition(choices[i]) && !hit) {
				joystick.setJoystick(directions[i], consoden.tankgame.Direction.NEUTRAL, false);
				return;
			}
		}
	}

	private static List<Position> danger(consoden.tankgame.GameState gameState) {
		List<Position> squares = new ArrayList<Position>();
		for (int i = 0; i < gameState.missiles().size(); i++) {
			if (gameState.missiles().get(i).isNull())
				continue;
			consoden.tankgame.Missile missile = gameState.missiles().get(i).getObj();
			if (missile.inFlames().getVal())
				continue;
			int dx = missile.headPosX().getVal() - missile.tailPosX().getVal();
			int dy = missile.headPosY().getVal() - missile.tailPosY().getVal();
			for (int step = 1; step <= 2; step++) {
				squares.add(new Position(missile.headPosX().getVal() + step * dx, missile.headPosY().getVal() + step * dy));
			}
		}
		return squares;
	}
}
