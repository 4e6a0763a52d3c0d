package cwg14;

class GameMap {

	private long startTime = System.nanoTime();
	private int tankId;
	private consoden.tankgame.GameState gameState;

	public GameMap(int tankId, consoden.tankgame.GameState gameState) {
		this.tankId = tankId;
		this.gameState = gameState;
	}

	public int getSizeX() {
		return gameState.width().getVal().intValue();
	}

	public int getSizeY() {
		return gameState.height().getVal().intValue();
	}

	public boolean isEmpty(final Position pos) {
		return gameState.board().getVal()[pos.x + pos.y * getSizeX()] == (byte) '.';
	}

	public Position getOwnPosition() {
		return new Position(gameState.tanks().get(tankId).getObj().posX().getVal().intValue(),
				gameState.tanks().get(tankId).getObj().posY().getVal().intValue());
	}

	public boolean IsMissileInPosition(Position p) {
		for (int i = 0; i < gameState.missiles().size(); i++) {
			if (gameState.missiles().get(i).isNull())
				continue;
			consoden.tankgame.Missile missile = gameState.missiles().get(i).getObj();
			if ((p.x == missile.headPosX().getVal() && p.y == missile.headPosY().getVal())
					|| (p.x == missile.tailPosX().getVal() && p.y == missile.tailPosY().getVal()))
				return true;
		}
		return false;
	}

	public Position move(final Position p, consoden.tankgame.Direction d) {
		switch (d) {
		case LEFT:
			return new Position((p.x - 1 + getSizeX()) % getSizeX(), p.y);
		case RIGHT:
			return new Position((p.x + 1) % getSizeX(), p.y);
		case UP:
			return new Position(p.x, (p.y - 1 + getSizeY()) % getSizeY());
		case DOWN:
			return new Position(p.x, (p.y + 1) % getSizeY());
		}
		return p;
	}

	public int exits(Position p) {
		int exits = 0;
		for (consoden.tankgame.Direction d : consoden.tankgame.Direction.values())
			if (d != consoden.tankgame.Direction.NEUTRAL && isEmpty(move(p, d)))
				exits++;
		return exits;
	}

	public long getElapsedTime() {
		return (System.nanoTime() - startTime) / 1000000;
	}
}

class Position {
	public int x, y;

	public Position(int x, int y) {
		this.x = x;
		this.y = y;
	}

	public String toString() {
		return String.format("{%d, %d}", x, y);
	}
}
