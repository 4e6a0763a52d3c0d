import steelyard.DuelPlayer;
import steelyard.Wire;

/** Plays each game with a TankLogic of its own. */
public final class Main {
    public static void main(String[] args) {
        Wire wire = Wire.open();
        Class<?> logic = DuelPlayer.logic();
        System.exit(wire.serve(DuelPlayer.name(logic), start -> new DuelPlayer(wire, start, logic)));
    }
}
