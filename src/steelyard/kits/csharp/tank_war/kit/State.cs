using System.Collections.Generic;
using System.Linq;

namespace Steelyard
{
    public sealed class Tank
    {
        public readonly int Seat; // whose it is
        public readonly string Name; // LA, say: the move that drives it
        public readonly char Type; // A, B or C
        public readonly int Column;
        public readonly int Row; // -1 once it is destroyed
        public readonly bool Alive;

        public Tank(Json tank)
        {
            Seat = tank["seat"].Int;
            Name = tank["name"].Text;
            Type = tank["type"].Text[0];
            Column = tank["column"].Int;
            Row = tank["row"].IsNull ? -1 : tank["row"].Int;
            Alive = tank["alive"].Bool;
        }
    }

    /// <summary>Who hit whom in the last round: a tank of that seat hit an enemy tank.</summary>
    public sealed class Shot
    {
        public readonly int Seat;
        public readonly string Tank;
        public readonly string Hit;

        public Shot(Json shot)
        {
            Seat = shot["seat"].Int;
            Tank = shot["tank"].Text;
            Hit = shot["hit"].Text;
        }
    }

    /// <summary>A Tank War position. Column 0 is the drawn left, row 0 the top, where seat 0 starts.</summary>
    public sealed class State
    {
        public readonly int Round; // rounds played so far
        public readonly IReadOnlyList<Tank> Tanks; // all twelve, seat 0's first, from the left
        public readonly IReadOnlyList<string> Territory; // six rows, each box its owner's seat
        public readonly IReadOnlyList<int> Boxes; // territory of seat 0 and seat 1
        public readonly IReadOnlyList<int> Surviving; // tanks of seat 0 and seat 1
        public readonly IReadOnlyList<Shot> Fired;
        public readonly string Text; // the position in the game's notation

        public State(Json state)
        {
            Round = state["round"].Int;
            Tanks = state["tanks"].Items.Select(tank => new Tank(tank)).ToList();
            Territory = state["territory"].Items.Select(row => row.Text).ToList();
            Boxes = state["boxes"].Items.Select(count => count.Int).ToList();
            Surviving = state["surviving"].Items.Select(count => count.Int).ToList();
            Fired = state["fired"].Items.Select(shot => new Shot(shot)).ToList();
            Text = state["state"].Text;
        }

        /// <summary>The tank in a box; null if there is none.</summary>
        public Tank TankAt(int column, int row)
        {
            return Tanks.FirstOrDefault(tank => tank.Alive && tank.Column == column && tank.Row == row);
        }

        /// <summary>The seat whose territory a box is.</summary>
        public int Owner(int column, int row)
        {
            return Territory[row][column] - '0';
        }

        public Tank Tank(int seat, string name)
        {
            return Tanks.First(tank => tank.Seat == seat && tank.Name == name);
        }

        /// <summary>The row in front of a tank.</summary>
        public int Ahead(Tank tank)
        {
            return tank.Row + (tank.Seat == 0 ? 1 : -1);
        }
    }
}
