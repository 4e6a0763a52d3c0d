import java.util.List;
import java.util.Random;
import steelyard.Start;
import steelyard.State;
import steelyard.Turn;

/** Your bot: this is the file to edit. Every game gets a Bot of its own. */
public class Bot {
    public static final String NAME = "{{name}}";

    private final String target; // the corner of the enemy's base
    private final Random chance;

    public Bot(Start start) {
        target = start.seat() == 0 ? "a11" : "k1";
        chance = new Random(start.seed());
    }

    /** Called every turn: one of turn.legal(). */
    public String choose(Turn turn) {
        int best = turn.legal().stream().mapToInt(move -> worth(turn.state(), move)).max().orElseThrow();
        List<String> equals = turn.legal().stream().filter(move -> worth(turn.state(), move) == best).toList();
        return equals.get(chance.nextInt(equals.size()));
    }

    /** A capture before all, the commander's most; otherwise the way that a move brings a tank on. */
    private int worth(State state, String move) {
        String from = State.fromSquare(move);
        String to = State.toSquare(move);
        if (from.isEmpty()) return 0; // a pass, and then it is the only move
        int capture = !state.captures(move) ? 0 : Character.isUpperCase(state.at(to)) ? 200 : 100;
        return capture + distance(from) - distance(to);
    }

    /** How far a square is from the corner of the enemy's base, in squares. */
    private int distance(String square) {
        int files = Math.abs(square.charAt(0) - target.charAt(0));
        int ranks = Math.abs(Integer.parseInt(square.substring(1)) - Integer.parseInt(target.substring(1)));
        return files + ranks;
    }
}
