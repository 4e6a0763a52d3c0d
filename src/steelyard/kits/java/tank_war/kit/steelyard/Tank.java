package steelyard;

/**
 * A tank of Tank War.
 *
 * @param seat whose it is
 * @param name LA, say: the move that drives it
 * @param type A, B or C
 * @param row -1 once it is destroyed
 */
public record Tank(int seat, String name, char type, int column, int row, boolean alive) {
    static Tank of(Json tank) {
        return new Tank(
                tank.get("seat").integer(),
                tank.get("name").text(),
                tank.get("type").text().charAt(0),
                tank.get("column").integer(),
                tank.get("row").isNull() ? -1 : tank.get("row").integer(),
                tank.get("alive").bool());
    }
}
