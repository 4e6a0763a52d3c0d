package consoden.tankgame;

import com.saabgroup.safir.dob.typesystem.BooleanContainer;
import com.saabgroup.safir.dob.typesystem.Int32Container;

/** The state of a missile. */
public class Missile {
    private final Int32Container missileId = new Int32Container();
    private final Int32Container tankId = new Int32Container();
    private final Int32Container headPosX = new Int32Container();
    private final Int32Container headPosY = new Int32Container();
    private final Int32Container tailPosX = new Int32Container();
    private final Int32Container tailPosY = new Int32Container();
    private final DirectionContainer direction = new DirectionContainer();
    private final BooleanContainer inFlames = new BooleanContainer();

    public Int32Container missileId() {
        return missileId;
    }

    /** The tank that fired it. */
    public Int32Container tankId() {
        return tankId;
    }

    public Int32Container headPosX() {
        return headPosX;
    }

    public Int32Container headPosY() {
        return headPosY;
    }

    public Int32Container tailPosX() {
        return tailPosX;
    }

    public Int32Container tailPosY() {
        return tailPosY;
    }

    public DirectionContainer direction() {
        return direction;
    }

    public BooleanContainer inFlames() {
        return inFlames;
    }
}
