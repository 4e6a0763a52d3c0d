import steelyard.Check;
import steelyard.Drawn;
import steelyard.Rehearsal;

/** What your bot does in a few positions; run it with: sh test.sh */
public class BotTest {
    public static void main(String[] args) {
        String tanks = "LA LB LC RC RB RA";
        Check.that("it answers the first position with a legal move",
                tanks.contains(choice(0, tanks, "053/053/053/053/053/053")));

        // RB in column 1 comes to stand beside the C in column 2, which hits only at a distance of two.
        Check.equal("it hits what it can", "RB", choice(0, "LA RB RC", "053/154/x22/053/053/053"));

        // RA in column 0 would come to stand two boxes beside the C in column 2.
        Check.equal("it does not drive into fire", "LB", choice(0, "RA LB", "153/x53/x22/xx3/0x3/x53"));
        Check.summary();
    }

    private static String choice(int seat, String moves, String position) {
        return new Bot(Rehearsal.start(seat)).choose(Rehearsal.turn(seat, moves, Drawn.position(position)));
    }
}
