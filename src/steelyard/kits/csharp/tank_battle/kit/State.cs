using System.Collections.Generic;
using System.Linq;

namespace Steelyard
{
    /// <summary>A Tank Battle position. Squares are named k1, say: files a to k, ranks 1 to 11.</summary>
    public sealed class State
    {
        const string Files = "abcdefghijk";

        public readonly IReadOnlyList<string> Board; // eleven ranks, rank 11 first: w W b B, . no tank
        public readonly int? ToMove; // the seat; null once the game is over
        public readonly IReadOnlyList<int> Score; // of seat 0 and seat 1
        public readonly IReadOnlyList<string> Captured; // what each seat has lost, as letters
        public readonly int Quiet; // turns since a tank was captured or came into the enemy base
        public readonly string Text; // the position in the game's notation

        public State(Json state)
        {
            Board = state["board"].Items.Select(rank => rank.Text).ToList();
            ToMove = state["to_move"].IsNull ? (int?)null : state["to_move"].Int;
            Score = state["score"].Items.Select(points => points.Int).ToList();
            Captured = state["captured"].Items.Select(tanks => tanks.Text).ToList();
            Quiet = state["quiet"].Int;
            Text = state["state"].Text;
        }

        /// <summary>What stands on a square: w, W (White's commander), b, B or . for nothing.</summary>
        public char At(string square)
        {
            return Board[11 - int.Parse(square.Substring(1))][Files.IndexOf(square[0])];
        }

        /// <summary>A tank of that seat stands there.</summary>
        public bool IsMine(string square, int seat)
        {
            return char.ToLowerInvariant(At(square)) == "wb"[seat];
        }

        /// <summary>The squares of a seat's tanks, rank 11 first, each rank from file a.</summary>
        public IReadOnlyList<string> Tanks(int seat)
        {
            var ranks = Enumerable.Range(1, 11).Reverse();
            var squares = ranks.SelectMany(rank => Files.Select(file => file.ToString() + rank));
            return squares.Where(square => IsMine(square, seat)).ToList();
        }

        /// <summary>A move captures the enemy tank on its target square.</summary>
        public bool Captures(string move)
        {
            return !IsPass(move) && At(ToSquare(move)) != '.';
        }

        /// <summary>Where a move comes from: g1 of g1-d4; nothing of a pass.</summary>
        public static string FromSquare(string move)
        {
            return IsPass(move) ? "" : move.Split('-')[0];
        }

        /// <summary>Where a move goes: d4 of g1-d4; nothing of a pass.</summary>
        public static string ToSquare(string move)
        {
            return IsPass(move) ? "" : move.Split('-')[1];
        }

        static bool IsPass(string move)
        {
            return move == "--";
        }
    }
}
