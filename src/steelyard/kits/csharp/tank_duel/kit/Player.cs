using System;
using System.Linq;
using System.Reflection;
using Consoden.TankGame;
using Steelyard;

namespace tank_player_cs
{
    /// <summary>Plays one game with a TankLogic of its own; all talk with the referee is here.</summary>
    sealed class Player
    {
        readonly Wire wire;
        readonly string game;
        readonly TankLogic logic;

        Player(Wire wire, Start start)
        {
            this.wire = wire;
            game = start.Game;
            logic = new TankLogic(start.Seat, SetJoystick); // fits whatever delegate TankLogic.cs declares
        }

        void Take(Turn turn)
        {
            try
            {
                logic.MakeMove(turn.State);
            }
            catch (Exception error) // as in the contest: the joystick stays as it was, the game goes on
            {
                Console.WriteLine("MakeMove failed: " + error);
            }
            wire.Done(turn);
        }

        void SetJoystick(Direction.Enumeration moveDirection, Direction.Enumeration towerDirection, bool fire)
        {
            wire.Joystick(Word(moveDirection), Word(towerDirection), fire, game);
        }

        static string Word(Direction.Enumeration direction)
        {
            return direction == Direction.Enumeration.Neutral ? null : direction.ToString();
        }

        /// <summary>The text that TankLogic calls PlayerName; null if it has none.</summary>
        static string PlayerName()
        {
            var anywhere = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
            return typeof(TankLogic).GetFields(anywhere)
                .Where(field => field.Name.Replace("_", "").ToLowerInvariant() == "playername")
                .Select(field => field.GetValue(null) as string)
                .FirstOrDefault();
        }

        static void Main()
        {
            Wire wire = Wire.Open();
            Environment.Exit(wire.Serve(PlayerName(), start => new Player(wire, start).Take));
        }
    }
}
