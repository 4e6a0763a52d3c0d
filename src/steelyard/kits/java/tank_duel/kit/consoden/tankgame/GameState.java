package consoden.tankgame;

import com.saabgroup.safir.dob.typesystem.BinaryContainer;
import com.saabgroup.safir.dob.typesystem.EnumerationContainer;
import com.saabgroup.safir.dob.typesystem.Float32Container;
import com.saabgroup.safir.dob.typesystem.Int32Container;
import com.saabgroup.safir.dob.typesystem.ObjectArray;

/** The board and everything on it. */
public class GameState {
    private final Int32Container width = new Int32Container();
    private final Int32Container height = new Int32Container();
    private final ObjectArray<Tank> tanks = new ObjectArray<>(2);
    private final ObjectArray<Missile> missiles = new ObjectArray<>(2);
    private final BinaryContainer board = new BinaryContainer();
    private final Int32Container counter = new Int32Container();
    private final EnumerationContainer<Winner> winner = new EnumerationContainer<>();
    private final Int32Container playerOneId = new Int32Container();
    private final Int32Container playerTwoId = new Int32Container();
    private final Float32Container elapsedTime = new Float32Container();
    private final Float32Container nextMove = new Float32Container();
    private final Float32Container gamePace = new Float32Container();

    public Int32Container width() {
        return width;
    }

    public Int32Container height() {
        return height;
    }

    public ObjectArray<Tank> tanks() {
        return tanks;
    }

    public ObjectArray<Missile> missiles() {
        return missiles;
    }

    /** . free, x wall, o mine; square (x, y) is at x + y * width. */
    public BinaryContainer board() {
        return board;
    }

    /** Rounds played so far. */
    public Int32Container counter() {
        return counter;
    }

    public EnumerationContainer<Winner> winner() {
        return winner;
    }

    public Int32Container playerOneId() {
        return playerOneId;
    }

    public Int32Container playerTwoId() {
        return playerTwoId;
    }

    /** In seconds, as the next two. */
    public Float32Container elapsedTime() {
        return elapsedTime;
    }

    public Float32Container nextMove() {
        return nextMove;
    }

    public Float32Container gamePace() {
        return gamePace;
    }
}
