// Turns to where the most free squares lie in a row. Brings a GameMap of its own.
package cwg14;

import consoden.tankgame.Direction;
import consoden.tankgame.GameState;

public class TankLogic {

	public final static String PLAYER_NAME = "Long way";

	public interface JoystickHandler {
		void setJoystick(Direction moveDirection, Direction towerDirection, boolean fire);
	}

	private int tankId;
	private JoystickHandler handler;
	private int turns = 0;

	public TankLogic(int tankId, JoystickHandler handler) {
		this.tankId = tankId;
		this.handler = handler;
	}

	public void makeMove(GameState gameState) {
		GameMap gm = new GameMap(tankId, gameState);
		Direction best = Direction.LEFT;
		int longest = -1;
		for (Direction direction : Direction.values()) {
			if (direction == Direction.NEUTRAL)
				continue;
			int run = gm.freeRun(direction);
			if (run > longest) {
				longest = run;
				best = direction;
			}
		}
		turns++;
		handler.setJoystick(best, best, turns % 2 == 0);
		if (gm.getElapsedTime() > 900)
			System.out.println("that was close: " + gm.getElapsedTime() + " ms");
	}
}
