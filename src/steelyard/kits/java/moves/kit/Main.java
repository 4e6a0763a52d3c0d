import steelyard.Wire;

/** Plays each game with a Bot of its own. */
public final class Main {
    public static void main(String[] args) {
        Wire wire = Wire.open();
        System.exit(wire.serve(Bot.NAME, start -> {
            Bot bot = new Bot(start);
            return turn -> wire.move(bot.choose(turn), turn);
        }));
    }
}
