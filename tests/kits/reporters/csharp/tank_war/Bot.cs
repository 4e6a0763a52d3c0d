using System;
using System.Globalization;
using System.Linq;
using Steelyard;

class Bot
{
    public const string Name = "reporter";

    static readonly int[] Six = { 0, 1, 2, 3, 4, 5 };

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
        Console.WriteLine("round {0} boxes {1} {2} surviving {3} {4}", state.Round, state.Boxes[0], state.Boxes[1],
            state.Surviving[0], state.Surviving[1]);
        Console.WriteLine("territory " + string.Join("/", state.Territory));
        foreach (Tank tank in state.Tanks)
        {
            Console.WriteLine("tank {0} {1} {2} {3} {4} {5}", tank.Seat, tank.Name, tank.Type, tank.Column, tank.Row,
                tank.Alive ? "alive" : "dead");
        }
        foreach (Shot shot in state.Fired) Console.WriteLine("fired {0} {1} {2}", shot.Seat, shot.Tank, shot.Hit);
        Console.WriteLine("at " + Grid((column, row) => state.TankAt(column, row)?.Seat.ToString() ?? "."));
        Console.WriteLine("owner " + Grid((column, row) => state.Owner(column, row).ToString()));
        foreach (Tank tank in state.Tanks.Where(tank => tank.Seat == turn.Seat && tank.Alive))
        {
            Console.WriteLine("ahead {0} {1}", tank.Name, state.Ahead(state.Tank(turn.Seat, tank.Name)));
        }
        return turn.Legal[turn.Number % turn.Legal.Count];
    }

    static string Left(double? clockMs)
    {
        return clockMs == null ? "none" : ((long)clockMs).ToString();
    }

    static string Grid(Func<int, int, string> mark)
    {
        return string.Join("/", Six.Select(row => string.Concat(Six.Select(column => mark(column, row)))));
    }
}
