package cwg14;

import consoden.tankgame.Direction;
import consoden.tankgame.DirectionContainer;
import consoden.tankgame.GameState;
import consoden.tankgame.Missile;
import consoden.tankgame.Tank;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

class TankLogic {
    public static final String PLAYER_NAME = "reporter";

    public interface JoystickHandler {
        void setJoystick(Direction moveDirection, Direction towerDirection, boolean fire);
    }

    private static final Direction[] WAYS = {
        Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN, Direction.NEUTRAL
    };

    private final int tankId;
    private final JoystickHandler joystickHandler;

    public TankLogic(int tankId, JoystickHandler joystickHandler) {
        this.tankId = tankId;
        this.joystickHandler = joystickHandler;
        System.out.println("new tank " + tankId);
    }

    public void makeMove(GameState gameState) {
        GameMap map = new GameMap(tankId, gameState);
        tellMap(map);
        tellState(gameState);
        System.out.println("elapsed " + (map.getElapsedTime() >= 0 && map.getElapsedTime() < 60000 ? "ok" : "wrong"));
        map.printMap();
        map.printState();
        steer(gameState.counter().getVal());
    }

    private void steer(int count) {
        if (count % 7 == 6) return;
        joystickHandler.setJoystick(WAYS[count % 5], WAYS[(count + 2) % 5], count % 2 == 1);
        if (count % 3 == 2) joystickHandler.setJoystick(WAYS[(count + 1) % 5], Direction.NEUTRAL, false);
    }

    private static void tellMap(GameMap map) {
        Position own = map.getOwnPosition();
        Position enemy = map.getEnemyPosition();
        int right = map.getSizeX() - 1;
        int bottom = map.getSizeY() - 1;
        System.out.println("size " + map.getSizeX() + " " + map.getSizeY());
        System.out.println("own " + told(own));
        System.out.println("enemy " + told(enemy));
        System.out.println("empty " + grid(map, map::isEmpty));
        System.out.println("missile " + grid(map, map::isMissileInPosition));
        Position[] places = {
            new Position(0, 0), new Position(right, 0), new Position(0, bottom), new Position(right, bottom), own, enemy
        };
        for (Position from : places) {
            System.out.println("from " + told(from) + " left " + told(map.moveLeft(from)) + " right "
                    + told(map.moveRight(from)) + " up " + told(map.moveUp(from)) + " down " + told(map.moveDown(from)));
        }
    }

    private static String told(Position position) {
        return position.x + " " + position.y;
    }

    private static String grid(GameMap map, Predicate<Position> holds) {
        StringBuilder grid = new StringBuilder();
        for (int y = 0; y < map.getSizeY(); y++) {
            if (y > 0) grid.append('/');
            for (int x = 0; x < map.getSizeX(); x++) grid.append(bit(holds.test(new Position(x, y))));
        }
        return grid.toString();
    }

    private static int bit(boolean value) {
        return value ? 1 : 0;
    }

    private static void tellState(GameState state) {
        String board = new String(state.board().getVal(), StandardCharsets.US_ASCII);
        System.out.println("state " + state.width().getVal() + " " + state.height().getVal() + " "
                + state.counter().getVal() + " " + board);
        System.out.println("times " + Math.round(state.elapsedTime().getVal() * 1000.0) + " "
                + Math.round(state.nextMove().getVal() * 1000.0) + " " + Math.round(state.gamePace().getVal() * 1000.0));
        for (int i = 0; i < state.tanks().size(); i++) tellTank(state.tanks().get(i).getObj());
        for (int i = 0; i < state.missiles().size(); i++) {
            if (state.missiles().get(i).isNull()) System.out.println("missile " + i + " null");
            else tellMissile(i, state.missiles().get(i).getObj());
        }
    }

    private static void tellTank(Tank tank) {
        System.out.printf("tank %d %d %d %s %s fire=%d flames=%d wall=%d mine=%d missile=%d tank=%d%n",
                tank.tankId().getVal(), tank.posX().getVal(), tank.posY().getVal(),
                word(tank.moveDirection()), word(tank.towerDirection()), bit(tank.fire().getVal()),
                bit(tank.inFlames().getVal()), bit(tank.hitWall().getVal()), bit(tank.hitMine().getVal()),
                bit(tank.hitMissile().getVal()), bit(tank.hitTank().getVal()));
    }

    private static void tellMissile(int index, Missile missile) {
        System.out.printf("missile %d %d head %d %d tail %d %d %s flames=%d%n", index, missile.tankId().getVal(),
                missile.headPosX().getVal(), missile.headPosY().getVal(), missile.tailPosX().getVal(),
                missile.tailPosY().getVal(), word(missile.direction()), bit(missile.inFlames().getVal()));
    }

    private static String word(DirectionContainer direction) {
        if (direction.isNull()) return direction.getVal() == Direction.NEUTRAL ? "null" : "wrong";
        return switch (direction.getVal()) {
            case LEFT -> "Left";
            case RIGHT -> "Right";
            case UP -> "Up";
            case DOWN -> "Down";
            case NEUTRAL -> "Neutral";
        };
    }
}
