package cwg14;

import consoden.tankgame.Direction;
import consoden.tankgame.GameState;
import consoden.tankgame.Missile;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;

/** Your tank: this is the file to edit. Every game gets a TankLogic of its own. */
class TankLogic {
    public static final String PLAYER_NAME = "{{name}}";

    public interface JoystickHandler {
        void setJoystick(Direction moveDirection, Direction towerDirection, boolean fire);
    }

    private static final Direction[] DIRECTIONS = {Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN};

    private final int tankId;
    private final JoystickHandler joystickHandler;
    private GameState gameState;
    private GameMap map;

    public TankLogic(int tankId, JoystickHandler joystickHandler) {
        this.tankId = tankId;
        this.joystickHandler = joystickHandler;
    }

    /** Called for the first state and for every new one: decide, and set the joystick. */
    public void makeMove(GameState gameState) {
        this.gameState = gameState;
        map = new GameMap(tankId, gameState);
        Direction drive = roomiest();
        Direction aim = aim(next(map.getOwnPosition(), drive));
        joystickHandler.setJoystick(drive, aim, aim != Direction.NEUTRAL);
    }

    /** The direction that is safe next round and leaves the most room to drive on. */
    private Direction roomiest() {
        Direction best = Direction.LEFT;
        int bestRoom = -1;
        for (Direction direction : DIRECTIONS) {
            int room = isDeadly(direction) ? 0 : room(next(map.getOwnPosition(), direction));
            if (room > bestRoom) {
                best = direction;
                bestRoom = room;
            }
        }
        return best;
    }

    private boolean isDeadly(Direction direction) {
        Position own = map.getOwnPosition();
        Position next = next(own, direction);
        if (!map.isEmpty(next) || next.equals(map.getEnemyPosition())) return true;
        for (int i = 0; i < gameState.missiles().size(); i++) {
            if (gameState.missiles().get(i).isNull()) continue;
            Missile missile = gameState.missiles().get(i).getObj();
            if (missile.inFlames().getVal()) continue; // it will be gone
            Position tail = ahead(missile, 1); // where it will be: it flies two squares
            Position head = ahead(missile, 2);
            if (next.equals(tail) || next.equals(head)) return true;
            // Driving against a missile right before the tank is no way past it.
            if (own.equals(tail) && direction == opposite(missile.direction().getVal())) return true;
        }
        return false;
    }

    /** How many empty squares can be reached from this one, itself included. */
    private int room(Position from) {
        Set<Position> seen = new HashSet<>(Set.of(from));
        Queue<Position> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            Position square = open.remove();
            for (Direction direction : DIRECTIONS) {
                Position next = next(square, direction);
                if (map.isEmpty(next) && seen.add(next)) open.add(next);
            }
        }
        return seen.size();
    }

    /** Where the enemy stands in line with that square and no wall between; NEUTRAL if nowhere. */
    private Direction aim(Position from) {
        Position enemy = map.getEnemyPosition();
        if (from.x == enemy.x && from.y != enemy.y) {
            return shot(from, enemy, from.y < enemy.y ? Direction.DOWN : Direction.UP);
        }
        if (from.y == enemy.y && from.x != enemy.x) {
            return shot(from, enemy, from.x < enemy.x ? Direction.RIGHT : Direction.LEFT);
        }
        return Direction.NEUTRAL;
    }

    private Direction shot(Position from, Position enemy, Direction direction) {
        for (Position at = from; !at.equals(enemy); at = next(at, direction)) {
            if (gameState.board().getVal()[at.x + at.y * map.getSizeX()] == 'x') return Direction.NEUTRAL;
        }
        return direction;
    }

    private Position next(Position position, Direction direction) {
        return switch (direction) {
            case RIGHT -> map.moveRight(position);
            case UP -> map.moveUp(position);
            case DOWN -> map.moveDown(position);
            default -> map.moveLeft(position); // NEUTRAL drives left, too
        };
    }

    /** So many squares before the missile's head; missiles do not go around the edge. */
    private static Position ahead(Missile missile, int squares) {
        int x = missile.headPosX().getVal();
        int y = missile.headPosY().getVal();
        return switch (missile.direction().getVal()) {
            case RIGHT -> new Position(x + squares, y);
            case UP -> new Position(x, y - squares);
            case DOWN -> new Position(x, y + squares);
            default -> new Position(x - squares, y);
        };
    }

    private static Direction opposite(Direction direction) {
        return switch (direction) {
            case LEFT -> Direction.RIGHT;
            case RIGHT -> Direction.LEFT;
            case UP -> Direction.DOWN;
            default -> Direction.UP;
        };
    }
}
