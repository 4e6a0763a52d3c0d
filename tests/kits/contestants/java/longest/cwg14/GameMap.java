package cwg14;

class GameMap {

	private long created = System.currentTimeMillis();
	private int tankId;
	private consoden.tankgame.GameState gameState;
	private static final byte EMPTY = (byte) '.';

	public GameMap(int tankId, consoden.tankgame.GameState gameState) {
		this.tankId = tankId;
		this.gameState = gameState;
	}

	public long getElapsedTime() {
		return System.currentTimeMillis() - created;
	}

	// How far the tank could drive straight on; walls, mines and its own tail end it.
	public int freeRun(consoden.tankgame.Direction direction) {
		consoden.tankgame.Tank tank = gameState.tanks().get(tankId).getObj();
		Position p = new Position();
		p.x = tank.posX().getVal();
		p.y = tank.posY().getVal();
		int most = Math.max(gameState.width().getVal(), gameState.height().getVal());
		for (int run = 0; run < most; run++) {
			step(p, direction);
			if (gameState.board().getVal()[p.x + p.y * gameState.width().getVal()] != EMPTY)
				return run;
		}
		return most;
	}

	private void step(Position p, consoden.tankgame.Direction direction) {
		int width = gameState.width().getVal();
		int height = gameState.height().getVal();
		switch (direction) {
		case LEFT:
			p.x = (p.x + width - 1) % width;
			break;
		case RIGHT:
			p.x = (p.x + 1) % width;
			break;
		case UP:
			p.y = (p.y + height - 1) % height;
			break;
		case DOWN:
			p.y = (p.y + 1) % height;
			break;
		default:
			break;
		}
	}
}

class Position {
	int x, y;
}
