using System.Collections.Generic;
using System.Linq;

namespace Steelyard
{
    /// <summary>It is your turn.</summary>
    public sealed class Turn
    {
        public readonly int Number; // counts from 1
        public readonly string Game;
        public readonly State State;
        public readonly IReadOnlyList<string> Legal; // every move you may make
        public readonly int Seat; // yours
        public readonly double? ClockMs; // what you have left; null is no limit
        public readonly double? EnemyClockMs;
        public readonly double LatencyMs; // how late the arena's machine has been lately: keep this much in hand

        public Turn(Json message, int seat)
        {
            Number = message["turn"].Int;
            Game = message["game"].Text;
            State = new State(message["state"]);
            Legal = message["legal"].Items.Select(move => move.Text).ToList();
            Seat = seat;
            ClockMs = Left(message["clocks_ms"].Items[seat]);
            EnemyClockMs = Left(message["clocks_ms"].Items[1 - seat]);
            LatencyMs = message["latency_ms"].Number;
        }

        static double? Left(Json clock)
        {
            return clock.IsNull ? (double?)null : clock.Number;
        }
    }
}
