using System.Linq;

namespace Steelyard
{
    /// <summary>Positions for tests.</summary>
    public static class Drawn
    {
        /// <summary>
        /// A position with a seat to move, from eleven ranks, rank 11 first: w W White's tank and commander,
        /// b B Black's, . nothing. Every tank counts one point.
        /// </summary>
        public static string Position(int seat, params string[] ranks)
        {
            return "{\"board\":[" + string.Join(",", ranks.Select(Json.Quote)) + "],\"to_move\":" + seat
                + ",\"score\":[" + Tanks(ranks, 'w') + "," + Tanks(ranks, 'b')
                + "],\"captured\":[\"\",\"\"],\"quiet\":0,\"state\":" + Json.Quote(string.Join("/", ranks)) + "}";
        }

        static int Tanks(string[] ranks, char colour)
        {
            return ranks.Sum(rank => rank.Count(sign => char.ToLowerInvariant(sign) == colour));
        }
    }
}
