package consoden.tankgame;

import com.saabgroup.safir.dob.typesystem.BooleanContainer;
import com.saabgroup.safir.dob.typesystem.Int32Container;

/** The state of a tank. */
public class Tank {
    private final Int32Container tankId = new Int32Container();
    private final Int32Container playerId = new Int32Container();
    private final Int32Container posX = new Int32Container();
    private final Int32Container posY = new Int32Container();
    private final BooleanContainer fire = new BooleanContainer();
    private final DirectionContainer moveDirection = new DirectionContainer();
    private final DirectionContainer towerDirection = new DirectionContainer();
    private final BooleanContainer inFlames = new BooleanContainer();
    private final BooleanContainer hitWall = new BooleanContainer();
    private final BooleanContainer hitMine = new BooleanContainer();
    private final BooleanContainer hitMissile = new BooleanContainer();
    private final BooleanContainer hitTank = new BooleanContainer();

    public Int32Container tankId() {
        return tankId;
    }

    public Int32Container playerId() {
        return playerId;
    }

    public Int32Container posX() {
        return posX;
    }

    public Int32Container posY() {
        return posY;
    }

    /** It fired a missile this round. */
    public BooleanContainer fire() {
        return fire;
    }

    public DirectionContainer moveDirection() {
        return moveDirection;
    }

    public DirectionContainer towerDirection() {
        return towerDirection;
    }

    public BooleanContainer inFlames() {
        return inFlames;
    }

    public BooleanContainer hitWall() {
        return hitWall;
    }

    public BooleanContainer hitMine() {
        return hitMine;
    }

    public BooleanContainer hitMissile() {
        return hitMissile;
    }

    public BooleanContainer hitTank() {
        return hitTank;
    }
}
