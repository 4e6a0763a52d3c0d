package cwg14;

import java.util.ArrayList;
import java.util.List;

// Räknar rutor; values are boxed, as the containers gave them.
class TankLogic {

	public final static String PLAYER_NAME = "Vätterns vågor";

	public interface JoystickHandler {
		public void setJoystick(consoden.tankgame.Direction moveDirection,
				consoden.tankgame.Direction towerDirection,
				boolean fire);
	}

	private int tankId;
	private JoystickHandler joystickHandler;
	private List<Integer> counters = new ArrayList<Integer>();

	public TankLogic(int tankId, JoystickHandler joystickHandler) {
		this.tankId = tankId;
		this.joystickHandler = joystickHandler;
	}

	public void makeMove(consoden.tankgame.GameState gameState) {
		GameMap gm = new GameMap(tankId, gameState);
		counters.add(gameState.counter().getVal());
		Float pace = gameState.gamePace().getVal();
		double elapsed = gameState.elapsedTime().getVal().doubleValue();
		if (gameState.nextMove().getVal().floatValue() - elapsed > pace.floatValue() + 1)
			System.out.println("these are no seconds");
		if (gameState.tanks().get(tankId).getObj().inFlames().getVal().equals(Boolean.TRUE))
			return;

		consoden.tankgame.Direction best = consoden.tankgame.Direction.LEFT;
		int most = -1;
		for (consoden.tankgame.Direction d : consoden.tankgame.Direction.values()) {
			if (d == consoden.tankgame.Direction.NEUTRAL)
				continue;
			Position next = gm.move(gm.getOwnPosition(), d);
			int room = gm.isEmpty(next) && !gm.IsMissileInPosition(next) ? 1 + gm.exits(next) : 0;
			if (room > most) {
				most = room;
				best = d;
			}
		}
		joystickHandler.setJoystick(best, null, false);
	}
}
