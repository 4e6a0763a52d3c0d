package steelyard;

import java.util.List;
import java.util.Map;

/** What the referee would say, for tests. */
public final class Rehearsal {
    private Rehearsal() {
    }

    public static Start start(int seat) {
        return new Start("1", seat, Map.of(), List.of("one", "two"), "none", 1);
    }

    /** A seat's turn in a position, with moves to choose from: "LA RB", say. */
    public static Turn turn(int seat, String moves, State state) {
        return new Turn(1, "1", state, List.of(moves.split(" ")), seat, null, null, 0);
    }
}
