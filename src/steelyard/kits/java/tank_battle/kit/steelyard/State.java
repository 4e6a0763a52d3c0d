package steelyard;

import java.util.ArrayList;
import java.util.List;

/**
 * A Tank Battle position. Squares are named k1, say: files a to k, ranks 1 to 11.
 *
 * @param board eleven ranks, rank 11 first: w W b B, . no tank
 * @param toMove the seat; null once the game is over
 * @param score of seat 0 and seat 1
 * @param captured what each seat has lost, as letters
 * @param quiet turns since a tank was captured or came into the enemy base
 * @param text the position in the game's notation
 */
public record State(
        List<String> board, Integer toMove, List<Integer> score, List<String> captured, int quiet, String text) {
    private static final String FILES = "abcdefghijk";

    static State of(Json state) {
        return new State(
                state.get("board").items().stream().map(Json::text).toList(),
                state.get("to_move").isNull() ? null : state.get("to_move").integer(),
                state.get("score").items().stream().map(Json::integer).toList(),
                state.get("captured").items().stream().map(Json::text).toList(),
                state.get("quiet").integer(),
                state.get("state").text());
    }

    /** What stands on a square: w, W (White's commander), b, B or . for nothing. */
    public char at(String square) {
        return board.get(11 - Integer.parseInt(square.substring(1))).charAt(FILES.indexOf(square.charAt(0)));
    }

    /** A tank of that seat stands there. */
    public boolean isMine(String square, int seat) {
        return Character.toLowerCase(at(square)) == "wb".charAt(seat);
    }

    /** The squares of a seat's tanks, rank 11 first, each rank from file a. */
    public List<String> tanks(int seat) {
        List<String> squares = new ArrayList<>();
        for (int rank = 11; rank > 0; rank--) {
            for (char file : FILES.toCharArray()) {
                String square = file + "" + rank;
                if (isMine(square, seat)) squares.add(square);
            }
        }
        return squares;
    }

    /** A move captures the enemy tank on its target square. */
    public boolean captures(String move) {
        return !isPass(move) && at(toSquare(move)) != '.';
    }

    /** Where a move comes from: g1 of g1-d4; nothing of a pass. */
    public static String fromSquare(String move) {
        return isPass(move) ? "" : move.split("-")[0];
    }

    /** Where a move goes: d4 of g1-d4; nothing of a pass. */
    public static String toSquare(String move) {
        return isPass(move) ? "" : move.split("-")[1];
    }

    private static boolean isPass(String move) {
        return move.equals("--");
    }
}
