package steelyard;

import java.util.List;

/**
 * A Tank War position. Column 0 is the drawn left, row 0 the top, where seat 0 starts.
 *
 * @param round rounds played so far
 * @param tanks all twelve, seat 0's first, from the left
 * @param territory six rows, each box its owner's seat
 * @param boxes territory of seat 0 and seat 1
 * @param surviving tanks of seat 0 and seat 1
 * @param fired who hit whom in the last round
 * @param text the position in the game's notation
 */
public record State(
        int round,
        List<Tank> tanks,
        List<String> territory,
        List<Integer> boxes,
        List<Integer> surviving,
        List<Shot> fired,
        String text) {
    static State of(Json state) {
        return new State(
                state.get("round").integer(),
                state.get("tanks").items().stream().map(Tank::of).toList(),
                state.get("territory").items().stream().map(Json::text).toList(),
                state.get("boxes").items().stream().map(Json::integer).toList(),
                state.get("surviving").items().stream().map(Json::integer).toList(),
                state.get("fired").items().stream().map(Shot::of).toList(),
                state.get("state").text());
    }

    /** The tank in a box; null if there is none. */
    public Tank tankAt(int column, int row) {
        return tanks.stream()
                .filter(tank -> tank.alive() && tank.column() == column && tank.row() == row)
                .findFirst()
                .orElse(null);
    }

    /** The seat whose territory a box is. */
    public int owner(int column, int row) {
        return territory.get(row).charAt(column) - '0';
    }

    public Tank tank(int seat, String name) {
        return tanks.stream().filter(tank -> tank.seat() == seat && tank.name().equals(name)).findFirst().orElseThrow();
    }

    /** The row in front of a tank. */
    public int ahead(Tank tank) {
        return tank.row() + (tank.seat() == 0 ? 1 : -1);
    }
}
