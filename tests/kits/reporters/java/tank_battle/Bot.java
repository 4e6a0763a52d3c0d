import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import steelyard.Start;
import steelyard.State;
import steelyard.Turn;

public class Bot {
    public static final String NAME = "reporter";

    public Bot(Start start) {
        String options = new TreeMap<>(start.options()).entrySet().stream().map(Object::toString).collect(Collectors.joining(","));
        System.out.println("new game=" + start.game() + " seat=" + start.seat() + " clock=" + start.clock() + " seed="
                + start.seed() + " players=" + String.join("|", start.players()) + " options=" + options);
    }

    public String choose(Turn turn) {
        State state = turn.state();
        String first = turn.legal().get(0);
        String last = turn.legal().get(turn.legal().size() - 1);
        System.out.printf(Locale.ROOT, "turn %d seat %d clock %s enemy %s latency %.1f%n", turn.number(), turn.seat(),
                left(turn.clockMs()), left(turn.enemyClockMs()), turn.latencyMs());
        System.out.println("legal " + String.join(" ", turn.legal()));
        System.out.println("text " + state.text());
        System.out.println("board " + String.join("/", state.board()));
        System.out.println("to_move " + (state.toMove() == null ? "none" : state.toMove()));
        System.out.printf("score %d %d captured %s quiet %d%n", state.score().get(0), state.score().get(1),
                String.join("|", state.captured()), state.quiet());
        for (String square : List.of("k1", "a11", "f6", State.fromSquare(first))) {
            if (!square.isEmpty()) System.out.println("at " + square + " " + state.at(square));
        }
        for (int seat : new int[] {0, 1}) {
            System.out.println("tanks " + seat + state.tanks(seat).stream().map(square -> " " + square).collect(Collectors.joining()));
        }
        System.out.println("mine " + bit(state.isMine("k1", 0)) + " " + bit(state.isMine("k1", 1)));
        for (String move : List.of(first, last)) {
            System.out.println("move " + move + " from " + State.fromSquare(move) + " to " + State.toSquare(move)
                    + " capture " + bit(state.captures(move)));
        }
        return turn.legal().get(turn.number() % turn.legal().size());
    }

    private static int bit(boolean value) {
        return value ? 1 : 0;
    }

    private static String left(Double clockMs) {
        return clockMs == null ? "none" : String.valueOf(clockMs.longValue());
    }
}
