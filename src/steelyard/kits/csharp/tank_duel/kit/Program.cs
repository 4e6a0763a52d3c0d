using System;
using System.Linq;
using System.Reflection;
using System.Runtime.ExceptionServices;
using Consoden.TankGame;

namespace Steelyard
{
    /// <summary>Plays one game with a TankLogic of its own, in whatever namespace that is.</summary>
    sealed class Program
    {
        const BindingFlags Any =
            BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

        readonly Wire wire;
        readonly string game;
        readonly Action<GameState> makeMove;

        Program(Wire wire, Start start, Type logic)
        {
            this.wire = wire;
            game = start.Game;
            makeMove = (Action<GameState>)Delegate.CreateDelegate(
                typeof(Action<GameState>), NewLogic(logic, start.Seat), MethodOf(logic, "MakeMove"));
        }

        void Take(Turn turn)
        {
            turn.State.SetTimes(turn.ClockMs);
            try
            {
                makeMove(turn.State);
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

        /// <summary>A TankLogic, with the joystick as the delegate that its constructor asks for.</summary>
        object NewLogic(Type logic, int seat)
        {
            ConstructorInfo made = logic.GetConstructors(Any).FirstOrDefault(each => each.GetParameters().Length == 2);
            if (made == null) throw new MissingMethodException("TankLogic needs a constructor (int tankId, SetJoystick setJoystick)");
            Type joystick = made.GetParameters()[1].ParameterType;
            Delegate handler = Delegate.CreateDelegate(joystick, this, MethodOf(typeof(Program), "SetJoystick"));
            try
            {
                return made.Invoke(new object[] { seat, handler });
            }
            catch (TargetInvocationException error)
            {
                ExceptionDispatchInfo.Capture(error.InnerException).Throw();
                throw;
            }
        }

        static MethodInfo MethodOf(Type type, string name)
        {
            return type.GetMethod(name, Any) ?? throw new MissingMethodException(type.Name + " needs a method " + name);
        }

        /// <summary>The text that TankLogic calls PlayerName; null if it has none.</summary>
        static string PlayerName(Type logic)
        {
            return logic.GetFields(Any)
                .Where(field => field.IsStatic && field.Name.Replace("_", "").ToLowerInvariant() == "playername")
                .Select(field => field.GetValue(null) as string)
                .FirstOrDefault();
        }

        static void Main()
        {
            Wire wire = Wire.Open();
            Type logic = typeof(Program).Assembly.GetTypes().FirstOrDefault(type => type.Name == "TankLogic");
            if (logic == null)
            {
                Console.Error.WriteLine("there is no class TankLogic");
                Environment.Exit(1);
            }
            Environment.Exit(wire.Serve(PlayerName(logic), start => new Program(wire, start, logic).Take));
        }
    }
}
