using Steelyard;

/// <summary>What your bot does in a drawn position; run it with: sh test.sh</summary>
static class Tests
{
    static readonly string[] Ranks =
    {
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

    static int Main()
    {
        Check.Equal("it captures when it can", "d4-d8", Choice(0, "d4-d7 k1-j2 d4-d8"));
        Check.Equal("it captures a commander rather than a tank", "k1-k4", Choice(0, "d4-d8 k1-k4"));
        Check.Equal("White drives towards a11", "d4-b6", Choice(0, "d4-e3 d4-b6 d4-c4"));
        Check.Equal("Black drives towards k1", "d8-g5", Choice(1, "d8-c9 d8-d7 d8-g5"));
        Check.Equal("it passes when it must", "--", Choice(1, "--"));
        return Check.Summary();
    }

    static string Choice(int seat, string moves)
    {
        return new Bot(Rehearsal.Start(seat)).Choose(Rehearsal.Turn(seat, moves, Drawn.Position(seat, Ranks)));
    }
}
