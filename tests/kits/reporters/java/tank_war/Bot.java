import java.util.Locale;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import steelyard.Shot;
import steelyard.Start;
import steelyard.State;
import steelyard.Tank;
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
        System.out.printf(Locale.ROOT, "turn %d seat %d clock %s enemy %s latency %.1f%n", turn.number(), turn.seat(),
                left(turn.clockMs()), left(turn.enemyClockMs()), turn.latencyMs());
        System.out.println("legal " + String.join(" ", turn.legal()));
        System.out.println("text " + state.text());
        System.out.printf("round %d boxes %d %d surviving %d %d%n", state.round(), state.boxes().get(0), state.boxes().get(1),
                state.surviving().get(0), state.surviving().get(1));
        System.out.println("territory " + String.join("/", state.territory()));
        for (Tank tank : state.tanks()) {
            System.out.printf("tank %d %s %c %d %d %s%n", tank.seat(), tank.name(), tank.type(), tank.column(), tank.row(),
                    tank.alive() ? "alive" : "dead");
        }
        for (Shot shot : state.fired()) System.out.println("fired " + shot.seat() + " " + shot.tank() + " " + shot.hit());
        System.out.println("at " + grid((column, row) -> {
            Tank tank = state.tankAt(column, row);
            return tank == null ? "." : String.valueOf(tank.seat());
        }));
        System.out.println("owner " + grid((column, row) -> String.valueOf(state.owner(column, row))));
        for (Tank tank : state.tanks()) {
            if (!tank.alive() || tank.seat() != turn.seat()) continue;
            System.out.println("ahead " + tank.name() + " " + state.ahead(state.tank(turn.seat(), tank.name())));
        }
        return turn.legal().get(turn.number() % turn.legal().size());
    }

    private static String left(Double clockMs) {
        return clockMs == null ? "none" : String.valueOf(clockMs.longValue());
    }

    private static String grid(BiFunction<Integer, Integer, String> mark) {
        StringBuilder grid = new StringBuilder();
        for (int row = 0; row < 6; row++) {
            if (row > 0) grid.append('/');
            for (int column = 0; column < 6; column++) grid.append(mark.apply(column, row));
        }
        return grid.toString();
    }
}
