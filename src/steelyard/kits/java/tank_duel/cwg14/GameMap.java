package cwg14;

import consoden.tankgame.Direction;
import consoden.tankgame.GameState;
import consoden.tankgame.Missile;
import consoden.tankgame.Tank;

/** Reads a GameState for TankLogic. Make a new one in every makeMove; change it as you like. */
class GameMap {
    private final long made = System.nanoTime();
    private final int tankId;
    private final GameState gameState;

    public GameMap(int tankId, GameState gameState) {
        this.tankId = tankId;
        this.gameState = gameState;
    }

    /** The board's width: x is 0 to getSizeX() - 1. */
    public int getSizeX() {
        return gameState.width().getVal();
    }

    /** The board's height: y is 0 to getSizeY() - 1. */
    public int getSizeY() {
        return gameState.height().getVal();
    }

    public Position getOwnPosition() {
        return positionOf(gameState.tanks().get(tankId).getObj());
    }

    public Position getEnemyPosition() {
        return positionOf(gameState.tanks().get(1 - tankId).getObj());
    }

    /** Milliseconds since this GameMap was made. */
    public long getElapsedTime() {
        return (System.nanoTime() - made) / 1_000_000;
    }

    /** No wall and no mine there; a tank or a missile may be. */
    public boolean isEmpty(Position position) {
        return gameState.board().getVal()[toIndex(position)] == '.';
    }

    public boolean isMissileInPosition(Position position) {
        for (int i = 0; i < gameState.missiles().size(); i++) {
            if (gameState.missiles().get(i).isNull()) continue;
            Missile missile = gameState.missiles().get(i).getObj();
            if (position.equals(head(missile)) || position.equals(tail(missile))) return true;
        }
        return false;
    }

    /** The same, as the contest spelt it. */
    public boolean IsMissileInPosition(Position position) {
        return isMissileInPosition(position);
    }

    /** One step to the left, around the board's edge; so are the next three. */
    public Position moveLeft(Position position) {
        return new Position((position.x + getSizeX() - 1) % getSizeX(), position.y);
    }

    public Position moveRight(Position position) {
        return new Position((position.x + 1) % getSizeX(), position.y);
    }

    public Position moveUp(Position position) {
        return new Position(position.x, (position.y + getSizeY() - 1) % getSizeY());
    }

    public Position moveDown(Position position) {
        return new Position(position.x, (position.y + 1) % getSizeY());
    }

    /** Prints the board: . free, x wall, o mine, * missile. */
    public void printMap() {
        StringBuilder map = new StringBuilder();
        for (int y = 0; y < getSizeY(); y++) {
            for (int x = 0; x < getSizeX(); x++) {
                Position position = new Position(x, y);
                map.append(isMissileInPosition(position) ? '*' : (char) gameState.board().getVal()[toIndex(position)]);
            }
            map.append('\n');
        }
        System.out.print(map);
    }

    /** Prints the tanks' positions, the board and the missiles. */
    public void printState() {
        System.out.println("own position " + getOwnPosition());
        System.out.println("enemy position " + getEnemyPosition());
        printMap();
        for (int i = 0; i < gameState.missiles().size(); i++) {
            if (gameState.missiles().get(i).isNull()) continue;
            Missile missile = gameState.missiles().get(i).getObj();
            String flames = missile.inFlames().getVal() ? " in flames" : "";
            System.out.println("missile head " + head(missile) + " tail " + tail(missile) + " "
                    + word(missile.direction().getVal()) + flames);
        }
    }

    private int toIndex(Position position) {
        return position.x + position.y * getSizeX();
    }

    private static Position positionOf(Tank tank) {
        return new Position(tank.posX().getVal(), tank.posY().getVal());
    }

    private static Position head(Missile missile) {
        return new Position(missile.headPosX().getVal(), missile.headPosY().getVal());
    }

    private static Position tail(Missile missile) {
        return new Position(missile.tailPosX().getVal(), missile.tailPosY().getVal());
    }

    private static String word(Direction direction) {
        return direction.name().charAt(0) + direction.name().substring(1).toLowerCase();
    }
}

/** A square of the board. */
class Position {
    public int x;
    public int y;

    public Position(int x, int y) {
        this.x = x;
        this.y = y;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Position that && that.x == x && that.y == y;
    }

    @Override
    public int hashCode() {
        return 31 * x + y;
    }

    @Override
    public String toString() {
        return x + "," + y;
    }
}
