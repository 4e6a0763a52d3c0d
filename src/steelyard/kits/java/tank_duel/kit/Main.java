import cwg14.Player;
import steelyard.Wire;

/** Plays each game with a TankLogic of its own. */
public final class Main {
    public static void main(String[] args) {
        Wire wire = Wire.open();
        System.exit(wire.serve(Player.name(), start -> new Player(wire, start)));
    }
}
