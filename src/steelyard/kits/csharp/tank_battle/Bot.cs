using System;
using System.Linq;
using Steelyard;

/// <summary>Your bot: this is the file to edit. Every game gets a Bot of its own.</summary>
class Bot
{
    public const string Name = "{{name}}";

    readonly string target; // the corner of the enemy's base
    readonly Random chance;

    public Bot(Start start)
    {
        target = start.Seat == 0 ? "a11" : "k1";
        chance = new Random((int)start.Seed);
    }

    /// <summary>Called every turn: one of turn.Legal.</summary>
    public string Choose(Turn turn)
    {
        return turn.Legal.OrderByDescending(move => Worth(turn.State, move)).ThenBy(_ => chance.Next()).First();
    }

    /// <summary>A capture before all, the commander's most; otherwise the way that a move brings a tank on.</summary>
    int Worth(State state, string move)
    {
        string from = State.FromSquare(move), to = State.ToSquare(move);
        if (from == "") return 0; // a pass, and then it is the only move
        int capture = !state.Captures(move) ? 0 : char.IsUpper(state.At(to)) ? 200 : 100;
        return capture + Distance(from) - Distance(to);
    }

    /// <summary>How far a square is from the corner of the enemy's base, in squares.</summary>
    int Distance(string square)
    {
        int files = Math.Abs(square[0] - target[0]);
        int ranks = Math.Abs(int.Parse(square.Substring(1)) - int.Parse(target.Substring(1)));
        return files + ranks;
    }
}
