using System.Collections.Generic;
using System.Linq;

namespace Steelyard
{
    /// <summary>What is known when a game begins.</summary>
    public sealed class Start
    {
        public readonly string Game; // its name among the games that this process plays
        public readonly int Seat; // yours: 0 or 1
        public readonly IReadOnlyDictionary<string, string> Options; // of the rules, where they are not the usual ones
        public readonly IReadOnlyList<string> Players; // the names at seat 0 and seat 1
        public readonly string Clock; // bank:120s, say, or none
        public readonly long Seed; // for your random numbers: with the same seed a bot should play the same

        public Start(Json message)
        {
            Game = message["game"].Text;
            Seat = message["seat"].Int;
            Options = message["options"].Members.ToDictionary(option => option.Key, option => option.Value.Text);
            Players = message["players"].Items.Select(name => name.Text).ToList();
            Clock = message["clock"].Text;
            Seed = message["seed"].Long;
        }
    }
}
