using System;
using System.Collections.Generic;
using System.Linq;
using Steelyard;

/// <summary>
/// Your bot: this is the file to edit. Every game gets a Bot of its own.
///
/// This one looks one round ahead: it makes the move that, over all moves of the enemy, destroys the most for the
/// least. Among equals chance decides.
/// </summary>
class Bot
{
    public const string Name = "{{name}}";

    readonly bool longReach; // an option of the game: C also hits what is next to it
    readonly Random chance;

    public Bot(Start start)
    {
        longReach = start.Options.TryGetValue("c_reach", out var reach) && reach == "up_to_two";
        chance = new Random((int)start.Seed);
    }

    /// <summary>Called every round: the name of the tank to drive, one of turn.Legal.</summary>
    public string Choose(Turn turn)
    {
        return turn.Legal.OrderByDescending(move => Worth(turn, move)).ThenBy(_ => chance.Next()).First();
    }

    /// <summary>Enemies destroyed less own tanks lost, over all moves of the enemy together.</summary>
    int Worth(Turn turn, string move)
    {
        State state = turn.State;
        List<Place> own = Moved(state, state.Tank(turn.Seat, move));
        return state.Tanks
            .Where(tank => tank.Seat != turn.Seat && CanMove(state, tank))
            .Sum(enemy => Gain(own, Moved(state, enemy)));
    }

    static bool CanMove(State state, Tank tank)
    {
        int ahead = state.Ahead(tank);
        return tank.Alive && ahead >= 0 && ahead < 6 && state.TankAt(tank.Column, ahead) == null;
    }

    /// <summary>Where a player's tanks are when one of them has moved.</summary>
    static List<Place> Moved(State state, Tank mover)
    {
        return state.Tanks
            .Where(tank => tank.Alive && tank.Seat == mover.Seat)
            .Select(tank => new Place(tank, tank == mover ? state.Ahead(tank) : tank.Row))
            .ToList();
    }

    int Gain(List<Place> own, List<Place> enemies)
    {
        int destroyed = enemies.Count(enemy => own.Any(tank => Hits(tank, enemy)));
        int lost = own.Count(tank => enemies.Any(enemy => Hits(enemy, tank)));
        return destroyed - lost;
    }

    bool Hits(Place tank, Place target)
    {
        int columns = Math.Abs(target.Column - tank.Column), rows = Math.Abs(target.Row - tank.Row);
        switch (tank.Type)
        {
            case 'A': return columns == 1 && rows == 1;
            case 'B': return columns + rows == 1;
            default: return (columns == 0 || rows == 0) && (columns + rows == 2 || longReach && columns + rows == 1);
        }
    }

    /// <summary>A tank, and the row it would stand on.</summary>
    struct Place
    {
        public readonly char Type;
        public readonly int Column;
        public readonly int Row;

        public Place(Tank tank, int row)
        {
            Type = tank.Type;
            Column = tank.Column;
            Row = row;
        }
    }
}
