using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Steelyard;

class Bot
{
    public const string Name = "reporter";

    public Bot(Start start)
    {
        var options = start.Options.OrderBy(option => option.Key, StringComparer.Ordinal).Select(option => option.Key + "=" + option.Value);
        Console.WriteLine("new game=" + start.Game + " seat=" + start.Seat + " clock=" + start.Clock + " seed=" + start.Seed
            + " players=" + string.Join("|", start.Players) + " options=" + string.Join(",", options));
    }

    public string Choose(Turn turn)
    {
        State state = turn.State;
        Console.WriteLine("turn {0} seat {1} clock {2} enemy {3} latency {4}", turn.Number, turn.Seat, Left(turn.ClockMs),
            Left(turn.EnemyClockMs), turn.LatencyMs.ToString("F1", CultureInfo.InvariantCulture));
        Console.WriteLine("legal " + string.Join(" ", turn.Legal));
        Console.WriteLine("text " + state.Text);
        Console.WriteLine("board " + string.Join("/", state.Board));
        Console.WriteLine("to_move " + (state.ToMove?.ToString() ?? "none"));
        Console.WriteLine("score {0} {1} captured {2} quiet {3}", state.Score[0], state.Score[1],
            string.Join("|", state.Captured), state.Quiet);
        var squares = new List<string> { "k1", "a11", "f6", State.FromSquare(turn.Legal[0]) };
        foreach (string square in squares.Where(square => square != "")) Console.WriteLine("at " + square + " " + state.At(square));
        foreach (int seat in new[] { 0, 1 })
        {
            Console.WriteLine(string.Join(" ", new[] { "tanks", seat.ToString() }.Concat(state.Tanks(seat))));
        }
        Console.WriteLine("mine {0} {1}", Bit(state.IsMine("k1", 0)), Bit(state.IsMine("k1", 1)));
        foreach (string move in new[] { turn.Legal.First(), turn.Legal.Last() })
        {
            Console.WriteLine("move {0} from {1} to {2} capture {3}", move, State.FromSquare(move), State.ToSquare(move),
                Bit(state.Captures(move)));
        }
        return turn.Legal[turn.Number % turn.Legal.Count];
    }

    static int Bit(bool value)
    {
        return value ? 1 : 0;
    }

    static string Left(double? clockMs)
    {
        return clockMs == null ? "none" : ((long)clockMs).ToString();
    }
}
