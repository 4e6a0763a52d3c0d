using System;

namespace Steelyard
{
    /// <summary>Plays each game with a Bot of its own.</summary>
    static class Program
    {
        static void Main()
        {
            Wire wire = Wire.Open();
            Environment.Exit(wire.Serve(Bot.Name, start =>
            {
                var bot = new Bot(start);
                return turn => wire.Move(bot.Choose(turn), turn);
            }));
        }
    }
}
