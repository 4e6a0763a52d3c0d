using System.Linq;

namespace Steelyard
{
    /// <summary>Positions for tests.</summary>
    public static class Drawn
    {
        const string Lanes = "ABCCBA";

        /// <summary>
        /// A position in notation: for each column from the left the row of seat 0's tank, of seat 1's (x if it is
        /// destroyed), and how many of its boxes, from the top, are seat 0's. The start is 053/053/053/053/053/053.
        /// </summary>
        public static string Position(string notation)
        {
            string[] columns = notation.Split('/');
            var all = Enumerable.Range(0, 6).ToList();
            var tanks = from seat in new[] { 0, 1 } from column in all select Tank(seat, column, columns[column][seat]);
            var territory = all
                .Select(row => string.Concat(columns.Select(column => row < column[2] - '0' ? '0' : '1')))
                .ToList();
            int upper = columns.Sum(column => column[2] - '0');
            return "{\"round\":0,\"tanks\":[" + string.Join(",", tanks)
                + "],\"territory\":[" + string.Join(",", territory.Select(Json.Quote))
                + "],\"boxes\":[" + upper + "," + (36 - upper)
                + "],\"surviving\":[" + Living(columns, 0) + "," + Living(columns, 1)
                + "],\"fired\":[],\"state\":" + Json.Quote(notation) + "}";
        }

        static int Living(string[] columns, int seat)
        {
            return columns.Count(column => column[seat] != 'x');
        }

        static string Tank(int seat, int column, char row)
        {
            bool alive = row != 'x';
            bool left = seat == 0 ? column > 2 : column < 3; // seat 0 sits at the top: its left is the drawn right
            return "{\"seat\":" + seat + ",\"name\":\"" + (left ? "L" : "R") + Lanes[column]
                + "\",\"type\":\"" + Lanes[column] + "\",\"column\":" + column
                + ",\"row\":" + (alive ? row.ToString() : "null") + ",\"alive\":" + (alive ? "true" : "false") + "}";
        }
    }
}
