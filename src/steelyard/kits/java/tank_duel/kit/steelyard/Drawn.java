package steelyard;

import com.saabgroup.safir.dob.typesystem.BooleanContainer;
import consoden.tankgame.Direction;
import consoden.tankgame.GameState;
import consoden.tankgame.Missile;
import consoden.tankgame.Tank;
import consoden.tankgame.Winner;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Positions for tests. */
public final class Drawn {
    private Drawn() {
    }

    /** A position row by row: . free, x wall, o mine, 0 and 1 the tanks. */
    public static GameState state(String... rows) {
        GameState state = new GameState();
        String board = String.join("", rows);
        state.width().setVal(rows[0].length());
        state.height().setVal(rows.length);
        state.board().setVal(board.replace('0', '.').replace('1', '.').getBytes(StandardCharsets.US_ASCII));
        state.counter().setVal(0);
        state.winner().setVal(Winner.UNKNOWN);
        state.tanks().get(0).setObj(tank(0, board.indexOf('0'), rows[0].length()));
        state.tanks().get(1).setObj(tank(1, board.indexOf('1'), rows[0].length()));
        return state;
    }

    private static Tank tank(int id, int square, int width) {
        Tank tank = new Tank();
        tank.tankId().setVal(id);
        tank.playerId().setVal(id);
        tank.posX().setVal(square % width);
        tank.posY().setVal(square / width);
        tank.moveDirection().setVal(Direction.LEFT);
        tank.towerDirection().setVal(Direction.LEFT);
        for (BooleanContainer flag : List.of(
                tank.fire(), tank.inFlames(), tank.hitWall(), tank.hitMine(), tank.hitMissile(), tank.hitTank())) {
            flag.setVal(false);
        }
        return tank;
    }

    /** Puts a missile of that tank's into a position, its head and its tail on these squares. */
    public static GameState withMissile(
            GameState state, int tankId, int headX, int headY, int tailX, int tailY, Direction direction) {
        Missile missile = new Missile();
        missile.missileId().setVal(tankId);
        missile.tankId().setVal(tankId);
        missile.headPosX().setVal(headX);
        missile.headPosY().setVal(headY);
        missile.tailPosX().setVal(tailX);
        missile.tailPosY().setVal(tailY);
        missile.direction().setVal(direction);
        missile.inFlames().setVal(false);
        state.missiles().get(tankId).setObj(missile);
        return state;
    }
}
