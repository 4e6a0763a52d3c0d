using System.Linq;

namespace Steelyard
{
    /// <summary>What the referee would say, for tests.</summary>
    public static class Rehearsal
    {
        public static Start Start(int seat)
        {
            return new Start(Json.Parse("{\"game\":\"1\",\"seat\":" + seat
                + ",\"options\":{},\"players\":[\"one\",\"two\"],\"clock\":\"none\",\"seed\":1}"));
        }

        /// <summary>A seat's turn in a position that Drawn has made, with moves to choose from: "LA RB", say.</summary>
        public static Turn Turn(int seat, string moves, string position)
        {
            string legal = string.Join(",", moves.Split(' ').Select(Json.Quote));
            return new Turn(Json.Parse("{\"game\":\"1\",\"turn\":1,\"state\":" + position + ",\"legal\":[" + legal
                + "],\"clocks_ms\":[null,null],\"latency_ms\":0}"), seat);
        }
    }
}
