using System.Linq;
using Steelyard;

/// <summary>What your bot does in a few positions; run it with: sh test.sh</summary>
static class Tests
{
    static int Main()
    {
        string[] tanks = { "LA", "LB", "LC", "RC", "RB", "RA" };
        Check.That("it answers the first position with a legal move",
            tanks.Contains(Choice(0, string.Join(" ", tanks), "053/053/053/053/053/053")));

        // RB in column 1 comes to stand beside the C in column 2, which hits only at a distance of two.
        Check.Equal("it hits what it can", "RB", Choice(0, "LA RB RC", "053/154/x22/053/053/053"));

        // RA in column 0 would come to stand two boxes beside the C in column 2.
        Check.Equal("it does not drive into fire", "LB", Choice(0, "RA LB", "153/x53/x22/xx3/0x3/x53"));
        return Check.Summary();
    }

    static string Choice(int seat, string moves, string position)
    {
        return new Bot(Rehearsal.Start(seat)).Choose(Rehearsal.Turn(seat, moves, Drawn.Position(position)));
    }
}
