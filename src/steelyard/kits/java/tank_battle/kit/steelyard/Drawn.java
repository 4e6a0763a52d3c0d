package steelyard;

import java.util.List;

/** Positions for tests. */
public final class Drawn {
    private Drawn() {
    }

    /**
     * A position with a seat to move, from eleven ranks, rank 11 first: w W White's tank and commander,
     * b B Black's, . nothing. Every tank counts one point.
     */
    public static State position(int seat, String... ranks) {
        String board = String.join("/", ranks);
        List<Integer> score = List.of(tanks(board, 'w'), tanks(board, 'b'));
        return new State(List.of(ranks), seat, score, List.of("", ""), 0, board);
    }

    private static int tanks(String board, char colour) {
        return (int) board.chars().filter(sign -> Character.toLowerCase(sign) == colour).count();
    }
}
