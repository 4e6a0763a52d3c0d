// Prints the map and all it knows every round, in many ways, and drives in circles.
package cwg14;

import consoden.tankgame.Direction;
import consoden.tankgame.GameState;
import consoden.tankgame.Tank;

class TankLogic {

	public static final String PLAYER_NAME = "Chatterbox";

	public interface JoystickHandler {
		public void setJoystick(Direction moveDirection, Direction towerDirection, boolean fire);
	}

	private static final Direction[] CIRCLE = { Direction.RIGHT, Direction.DOWN, Direction.LEFT, Direction.UP };

	private int tankId;
	private JoystickHandler joystickHandler;
	private int round;

	public TankLogic(int tankId, JoystickHandler joystickHandler) {
		this.tankId = tankId;
		this.joystickHandler = joystickHandler;
		System.out.println("{\"type\":\"move\",\"move\":\"nonsense\"}");
	}

	public void makeMove(GameState gameState) {
		GameMap gm = new GameMap(tankId, gameState);
		System.out.println("round " + round + " on a board of " + gm.getSizeX() + " x " + gm.getSizeY());
		gm.printMap();
		gm.printState();
		System.out.print("no line end");
		System.err.println("this goes elsewhere");
		for (int i = 0; i < gameState.tanks().size(); i++) {
			if (gameState.tanks().get(i).isNull())
				continue;
			Tank tank = gameState.tanks().get(i).getObj();
			System.out.println("tank " + tank.tankId().getVal() + " at " + tank.posX().getVal() + "," + tank.posY().getVal()
				+ " drives " + tank.moveDirection().getVal() + ", tower "
				+ (tank.towerDirection().isNull() ? "nowhere" : tank.towerDirection().getVal())
				+ (tank.fire().getVal() ? ", fired" : ""));
		}
		int mines = 0;
		for (byte square : gameState.board().getVal()) {
			if (square == 'o')
				mines++;
		}
		System.out.println(mines + " mines, " + gm.getElapsedTime() + " ms");

		Position own = gm.getOwnPosition();
		Position[] next = { gm.moveRight(own), gm.moveDown(own), gm.moveLeft(own), gm.moveUp(own) };
		for (int i = 0; i < 4; i++) {
			int turned = (round + i) % 4;
			if (gm.isEmpty(next[turned]) && !gm.isMissileInPosition(next[turned])) {
				joystickHandler.setJoystick(CIRCLE[turned], Direction.NEUTRAL, false);
				break;
			}
		}
		round++;
	}
}
