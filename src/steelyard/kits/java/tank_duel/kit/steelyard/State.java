package steelyard;

import consoden.tankgame.Direction;
import consoden.tankgame.DirectionContainer;
import consoden.tankgame.GameState;
import consoden.tankgame.Missile;
import consoden.tankgame.Tank;
import consoden.tankgame.Winner;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The contest's GameState as it comes over the wire. */
public final class State extends GameState {
    static State of(Json state) {
        State entity = new State();
        entity.width().setVal(state.get("Width").integer());
        entity.height().setVal(state.get("Height").integer());
        entity.board().setVal(state.get("Board").text().getBytes(StandardCharsets.US_ASCII));
        entity.counter().setVal(state.get("Counter").integer());
        entity.winner().setVal(winner(state.get("Winner").text()));
        entity.playerOneId().setVal(state.get("PlayerOneId").integer());
        entity.playerTwoId().setVal(state.get("PlayerTwoId").integer());
        entity.setTimes(null);
        List<Json> tanks = state.get("Tanks").items();
        List<Json> missiles = state.get("Missiles").items();
        for (int i = 0; i < 2; i++) {
            if (!tanks.get(i).isNull()) entity.tanks().get(i).setObj(tank(tanks.get(i)));
            if (!missiles.get(i).isNull()) entity.missiles().get(i).setObj(missile(missiles.get(i)));
        }
        return entity;
    }

    private static Tank tank(Json tank) {
        Tank entity = new Tank();
        entity.tankId().setVal(tank.get("TankId").integer());
        entity.playerId().setVal(tank.get("PlayerId").integer());
        entity.posX().setVal(tank.get("PosX").integer());
        entity.posY().setVal(tank.get("PosY").integer());
        entity.fire().setVal(tank.get("Fire").bool());
        point(entity.moveDirection(), tank.get("MoveDirection"));
        point(entity.towerDirection(), tank.get("TowerDirection"));
        entity.inFlames().setVal(tank.get("InFlames").bool());
        entity.hitWall().setVal(tank.get("HitWall").bool());
        entity.hitMine().setVal(tank.get("HitMine").bool());
        entity.hitMissile().setVal(tank.get("HitMissile").bool());
        entity.hitTank().setVal(tank.get("HitTank").bool());
        return entity;
    }

    private static Missile missile(Json missile) {
        Missile entity = new Missile();
        entity.missileId().setVal(missile.get("MissileId").integer());
        entity.tankId().setVal(missile.get("TankId").integer());
        entity.headPosX().setVal(missile.get("HeadPosX").integer());
        entity.headPosY().setVal(missile.get("HeadPosY").integer());
        entity.tailPosX().setVal(missile.get("TailPosX").integer());
        entity.tailPosY().setVal(missile.get("TailPosY").integer());
        point(entity.direction(), missile.get("Direction"));
        entity.inFlames().setVal(missile.get("InFlames").bool());
        return entity;
    }

    private static void point(DirectionContainer direction, Json word) {
        if (!word.isNull()) direction.setVal(Direction.valueOf(word.text().toUpperCase(Locale.ROOT)));
    }

    private static Winner winner(String word) {
        return switch (word) {
            case "PlayerOne" -> Winner.PLAYER_ONE;
            case "PlayerTwo" -> Winner.PLAYER_TWO;
            case "Draw" -> Winner.DRAW;
            default -> Winner.UNKNOWN;
        };
    }

    /** A round lasts as long as the clock says; without one, times are 0. They are seconds. */
    void setTimes(Double clockMs) {
        double pace = clockMs == null ? 0 : Math.floor(clockMs);
        double elapsed = pace * counter().getVal();
        elapsedTime().setVal((float) (elapsed / 1000));
        nextMove().setVal((float) ((elapsed + pace) / 1000));
        gamePace().setVal((float) (pace / 1000));
    }
}
