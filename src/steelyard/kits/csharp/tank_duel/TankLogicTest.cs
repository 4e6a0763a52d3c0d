using Consoden.TankGame;
using Steelyard;
using tank_player_cs;

/// <summary>What your tank does in drawn positions; run it with: sh test.sh</summary>
static class Tests
{
    static string Joystick(GameState state, int tankId)
    {
        string set = "nothing";
        var logic = new TankLogic(tankId, (drive, aim, fire) => set = drive + " " + aim + (fire ? " fire" : ""));
        logic.MakeMove(state);
        return set;
    }

    static int Main()
    {
        Check.Equal("it drives where there is no mine and no wall", "Down Neutral",
            Joystick(Drawn.State("xxxxx", "xo0ox", "xx.xx", "xx..x", "xxx1x"), 0));
        Check.Equal("it fires at an enemy in line", "Right Right fire",
            Joystick(Drawn.State("xxxxxxx", "0....1x", "xxxxxxx"), 0));
        Check.Equal("it does not fire at a wall", "Right Neutral",
            Joystick(Drawn.State("xxxxxxx", "0..x.1x", "xxxxxxx"), 0));
        GameState underFire = Drawn.State("x..xxxx", "x0....x", "xxxxxxx", "1xxxxxx");
        Check.Equal("it gets out of a missile's way", "Up Neutral",
            Joystick(Drawn.WithMissile(underFire, 1, 3, 1, 4, 1, Direction.Enumeration.Left), 0));
        return Check.Summary();
    }
}
