package steelyard;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Positions for tests. */
public final class Drawn {
    private static final String LANES = "ABCCBA";

    private Drawn() {
    }

    /**
     * A position in notation: for each column from the left the row of seat 0's tank, of seat 1's (x if it is
     * destroyed), and how many of its boxes, from the top, are seat 0's. The start is 053/053/053/053/053/053.
     */
    public static State position(String notation) {
        List<String> columns = List.of(notation.split("/"));
        List<Tank> tanks = new ArrayList<>();
        for (int seat : new int[] {0, 1}) {
            for (int column = 0; column < 6; column++) tanks.add(tank(seat, column, columns.get(column).charAt(seat)));
        }
        int upper = columns.stream().mapToInt(Drawn::boundary).sum();
        return new State(
                0,
                tanks,
                IntStream.range(0, 6).mapToObj(row -> owners(columns, row)).toList(),
                List.of(upper, 36 - upper),
                Stream.of(0, 1).map(seat -> living(tanks, seat)).toList(),
                List.of(),
                notation);
    }

    private static Tank tank(int seat, int column, char row) {
        boolean left = seat == 0 ? column > 2 : column < 3; // seat 0 sits at the top: its left is the drawn right
        boolean alive = row != 'x';
        char type = LANES.charAt(column);
        return new Tank(seat, (left ? "L" : "R") + type, type, column, alive ? row - '0' : -1, alive);
    }

    private static int boundary(String column) {
        return column.charAt(2) - '0';
    }

    private static String owners(List<String> columns, int row) {
        return columns.stream().map(column -> row < boundary(column) ? "0" : "1").collect(Collectors.joining());
    }

    private static int living(List<Tank> tanks, int seat) {
        return (int) tanks.stream().filter(tank -> tank.seat() == seat && tank.alive()).count();
    }
}
