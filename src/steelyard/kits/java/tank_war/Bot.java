import java.util.List;
import java.util.Random;
import steelyard.Start;
import steelyard.State;
import steelyard.Tank;
import steelyard.Turn;

/**
 * Your bot: this is the file to edit. Every game gets a Bot of its own.
 *
 * <p>This one looks one round ahead: it makes the move that, over all moves of the enemy, destroys the most for the
 * least. Among equals chance decides.
 */
public class Bot {
    public static final String NAME = "{{name}}";

    private final boolean longReach; // an option of the game: C also hits what is next to it
    private final Random chance;

    public Bot(Start start) {
        longReach = "up_to_two".equals(start.options().get("c_reach"));
        chance = new Random(start.seed());
    }

    /** Called every round: the name of the tank to drive, one of turn.legal(). */
    public String choose(Turn turn) {
        int best = turn.legal().stream().mapToInt(move -> worth(turn, move)).max().orElseThrow();
        List<String> equals = turn.legal().stream().filter(move -> worth(turn, move) == best).toList();
        return equals.get(chance.nextInt(equals.size()));
    }

    /** Enemies destroyed less own tanks lost, over all moves of the enemy together. */
    private int worth(Turn turn, String move) {
        State state = turn.state();
        List<Place> own = moved(state, state.tank(turn.seat(), move));
        return state.tanks().stream()
                .filter(tank -> tank.seat() != turn.seat() && canMove(state, tank))
                .mapToInt(enemy -> gain(own, moved(state, enemy)))
                .sum();
    }

    private static boolean canMove(State state, Tank tank) {
        int ahead = state.ahead(tank);
        return tank.alive() && ahead >= 0 && ahead < 6 && state.tankAt(tank.column(), ahead) == null;
    }

    /** Where a player's tanks are when one of them has moved. */
    private static List<Place> moved(State state, Tank mover) {
        return state.tanks().stream()
                .filter(tank -> tank.alive() && tank.seat() == mover.seat())
                .map(tank -> new Place(tank.type(), tank.column(), tank == mover ? state.ahead(tank) : tank.row()))
                .toList();
    }

    private int gain(List<Place> own, List<Place> enemies) {
        long destroyed = enemies.stream().filter(enemy -> own.stream().anyMatch(tank -> hits(tank, enemy))).count();
        long lost = own.stream().filter(tank -> enemies.stream().anyMatch(enemy -> hits(enemy, tank))).count();
        return (int) (destroyed - lost);
    }

    private boolean hits(Place tank, Place target) {
        int columns = Math.abs(target.column() - tank.column());
        int rows = Math.abs(target.row() - tank.row());
        return switch (tank.type()) {
            case 'A' -> columns == 1 && rows == 1;
            case 'B' -> columns + rows == 1;
            default -> (columns == 0 || rows == 0) && (columns + rows == 2 || longReach && columns + rows == 1);
        };
    }

    /** A tank's type, and where it would stand. */
    private record Place(char type, int column, int row) {
    }
}
