// Fires at whatever stands in line with it, and drives on where it can.
package cwg14;

import consoden.tankgame.Direction;

class TankLogic {

	public final static String PLAYER_NAME = "Fire at will";

	public interface JoystickHandler {
		public void setJoystick(Direction moveDirection, Direction towerDirection, boolean fire);
	}

	private int tankId;
	private JoystickHandler joystickHandler;

	public TankLogic(int tankId, JoystickHandler joystickHandler) {
		this.tankId = tankId;
		this.joystickHandler = joystickHandler;
	}

	public void makeMove(consoden.tankgame.GameState gameState) {
		GameMap gm = new GameMap(tankId, gameState);
		Position own = gm.getOwnPosition();
		Position enemy = gm.getEnemyPosition();

		Direction move = Direction.NEUTRAL;
		Position next = gm.moveLeft(own);
		if (gm.isEmpty(gm.moveLeft(own))) {
			move = Direction.LEFT;
		} else if (gm.isEmpty(gm.moveDown(own))) {
			move = Direction.DOWN;
			next = gm.moveDown(own);
		} else if (gm.isEmpty(gm.moveRight(own))) {
			move = Direction.RIGHT;
			next = gm.moveRight(own);
		} else if (gm.isEmpty(gm.moveUp(own))) {
			move = Direction.UP;
			next = gm.moveUp(own);
		}

		Direction tower = Direction.NEUTRAL;
		if (next.x == enemy.x && next.y != enemy.y) {
			tower = next.y > enemy.y ? Direction.UP : Direction.DOWN;
		} else if (next.y == enemy.y && next.x != enemy.x) {
			tower = next.x > enemy.x ? Direction.LEFT : Direction.RIGHT;
		}

		boolean alreadyFlying = false;
		for (int i = 0; i < gameState.missiles().size(); i++) {
			if (!gameState.missiles().get(i).isNull() && gameState.missiles().get(i).getObj().tankId().getVal() == tankId)
				alreadyFlying = true;
		}
		joystickHandler.setJoystick(move, tower, tower != Direction.NEUTRAL && !alreadyFlying);
	}
}
