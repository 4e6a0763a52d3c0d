using System;
using System.IO;
using System.Text;

namespace Steelyard
{
    /// <summary>The bot's end of the line to the referee: one JSON object a line, both ways.</summary>
    public sealed class Wire
    {
        readonly TextReader referee;
        readonly TextWriter answers;

        Wire(TextReader referee, TextWriter answers)
        {
            this.referee = referee;
            this.answers = answers;
        }

        /// <summary>
        /// Takes standard input and output for the referee. What the bot prints to the console goes to standard
        /// error from now on, and what it reads from the console is empty.
        /// </summary>
        public static Wire Open()
        {
            var utf8 = new UTF8Encoding(false);
            var answers = new StreamWriter(Console.OpenStandardOutput(), utf8) { NewLine = "\n", AutoFlush = true };
            var log = new StreamWriter(Console.OpenStandardError(), utf8) { AutoFlush = true };
            Console.SetOut(log);
            Console.SetError(log);
            Console.SetIn(TextReader.Null);
            return new Wire(new StreamReader(Console.OpenStandardInput(), utf8), answers);
        }

        /// <summary>Plays game after game, each with a player of its own, until it hears bye; the exit code.</summary>
        public int Serve(string name, Func<Start, Action<Turn>> newGame)
        {
            try
            {
                Listen(name, newGame);
                return 0;
            }
            catch (Exception error)
            {
                Console.Error.WriteLine(error is UnreadableLine ? error.Message : error.ToString());
                return 1;
            }
        }

        void Listen(string name, Func<Start, Action<Turn>> newGame)
        {
            Action<Turn> player = null;
            int seat = 0;
            for (string line; (line = referee.ReadLine()) != null;)
            {
                if (line.Trim() == "") continue;
                Json message = Read(line);
                switch (message["type"].Text)
                {
                    case "hello":
                        Say("ready", name == null ? "" : ",\"name\":" + Json.Quote(name));
                        break;
                    case "start":
                        var start = new Start(message);
                        seat = start.Seat;
                        player = newGame(start);
                        break;
                    case "turn":
                        player?.Invoke(new Turn(message, seat));
                        break;
                    case "bye":
                        return;
                }
            }
        }

        static Json Read(string line)
        {
            try
            {
                Json message = Json.Parse(line);
                return message.IsObject ? message : throw new FormatException("no JSON object");
            }
            catch (FormatException error)
            {
                throw new UnreadableLine("a line of the referee's cannot be read: " + error.Message);
            }
        }

        /// <summary>Plays a move.</summary>
        public void Move(string move, Turn turn)
        {
            Say("move", ",\"move\":" + Json.Quote(move) + Answering(turn));
        }

        /// <summary>Sets the joystick of a game, as often as one likes; null is no direction.</summary>
        public void Joystick(string moveDirection, string towerDirection, bool fire, string game)
        {
            Say("joystick", ",\"MoveDirection\":" + Direction(moveDirection)
                + ",\"TowerDirection\":" + Direction(towerDirection)
                + ",\"Fire\":" + (fire ? "true" : "false") + ",\"game\":" + Json.Quote(game));
        }

        /// <summary>Says that the joystick stays as it is for the rest of the turn.</summary>
        public void Done(Turn turn)
        {
            Say("done", Answering(turn));
        }

        static string Direction(string direction)
        {
            return direction == null ? "null" : Json.Quote(direction);
        }

        static string Answering(Turn turn)
        {
            return ",\"turn\":" + turn.Number + ",\"game\":" + Json.Quote(turn.Game);
        }

        void Say(string type, string members)
        {
            lock (answers) // a bot may set its joystick from a thread of its own
            {
                answers.WriteLine("{\"type\":\"" + type + "\"" + members + "}");
            }
        }

        sealed class UnreadableLine : Exception
        {
            public UnreadableLine(string message) : base(message)
            {
            }
        }
    }
}
