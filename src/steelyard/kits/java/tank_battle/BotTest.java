import steelyard.Check;
import steelyard.Drawn;
import steelyard.Rehearsal;

/** What your bot does in a drawn position; run it with: sh test.sh */
public class BotTest {
    private static final String[] RANKS = {
        "...........",
        "...........",
        "...........",
        "...b.......",
        "...........",
        "...........",
        "...........",
        "...w......B",
        "...........",
        "...........",
        "..........W",
    };

    public static void main(String[] args) {
        Check.equal("it captures when it can", "d4-d8", choice(0, "d4-d7 k1-j2 d4-d8"));
        Check.equal("it captures a commander rather than a tank", "k1-k4", choice(0, "d4-d8 k1-k4"));
        Check.equal("White drives towards a11", "d4-b6", choice(0, "d4-e3 d4-b6 d4-c4"));
        Check.equal("Black drives towards k1", "d8-g5", choice(1, "d8-c9 d8-d7 d8-g5"));
        Check.equal("it passes when it must", "--", choice(1, "--"));
        Check.summary();
    }

    private static String choice(int seat, String moves) {
        return new Bot(Rehearsal.start(seat)).choose(Rehearsal.turn(seat, moves, Drawn.position(seat, RANKS)));
    }
}
