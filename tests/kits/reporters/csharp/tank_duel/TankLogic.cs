using System;
using System.Linq;
using Consoden.TankGame;
using Way = Consoden.TankGame.Direction.Enumeration;

namespace tank_player_cs
{
    delegate void SetJoystick(Way moveDirection, Way towerDirection, bool fire);

    class TankLogic
    {
        public const string PlayerName = "reporter";

        static readonly Way[] Ways = { Way.Left, Way.Right, Way.Up, Way.Down, Way.Neutral };

        readonly int tankId;
        readonly SetJoystick setJoystick;

        public TankLogic(int tankId, SetJoystick setJoystick)
        {
            this.tankId = tankId;
            this.setJoystick = setJoystick;
            Console.WriteLine("new tank " + tankId);
        }

        public void MakeMove(GameState gameState)
        {
            var map = new GameMap(tankId, gameState);
            TellMap(map);
            TellState(gameState);
            Console.WriteLine("elapsed " + (map.Elapsed >= 0 && map.Elapsed < 60000 ? "ok" : "wrong"));
            map.PrintMap();
            map.PrintState();
            Steer(gameState.Counter.Val);
        }

        void Steer(int count)
        {
            if (count % 7 == 6) return;
            setJoystick(Ways[count % 5], Ways[(count + 2) % 5], count % 2 == 1);
            if (count % 3 == 2) setJoystick(Ways[(count + 1) % 5], Way.Neutral, false);
        }

        static void TellMap(GameMap map)
        {
            Position own = map.OwnPosition, enemy = map.EnemyPosition;
            Console.WriteLine("size {0} {1}", map.SizeX, map.SizeY);
            Console.WriteLine("own " + Told(own));
            Console.WriteLine("enemy " + Told(enemy));
            Console.WriteLine("empty " + Grid(map, map.IsEmpty));
            Console.WriteLine("missile " + Grid(map, map.IsMissileInPosition));
            int right = map.SizeX - 1, bottom = map.SizeY - 1;
            var corners = new[] { new Position(0, 0), new Position(right, 0), new Position(0, bottom), new Position(right, bottom) };
            foreach (Position from in corners.Concat(new[] { own, enemy }))
            {
                Console.WriteLine("from {0} left {1} right {2} up {3} down {4}", Told(from), Told(map.MoveLeft(from)),
                    Told(map.MoveRight(from)), Told(map.MoveUp(from)), Told(map.MoveDown(from)));
            }
        }

        static string Told(Position position)
        {
            return position.X + " " + position.Y;
        }

        static string Grid(GameMap map, Func<Position, bool> holds)
        {
            return string.Join("/", Enumerable.Range(0, map.SizeY).Select(
                y => string.Concat(Enumerable.Range(0, map.SizeX).Select(x => Bit(holds(new Position(x, y)))))));
        }

        static int Bit(bool value)
        {
            return value ? 1 : 0;
        }

        static long Ms(float seconds)
        {
            return (long)Math.Round(seconds * 1000.0);
        }

        static void TellState(GameState state)
        {
            string board = string.Concat(state.Board.Val.Select(square => (char)square));
            Console.WriteLine("state {0} {1} {2} {3}", state.Width.Val, state.Height.Val, state.Counter.Val, board);
            Console.WriteLine("times {0} {1} {2}", Ms(state.ElapsedTime.Val), Ms(state.NextMove.Val), Ms(state.GamePace.Val));
            for (int i = 0; i < state.Tanks.Count; i++) TellTank(state.Tanks[i].Obj);
            for (int i = 0; i < state.Missiles.Count; i++)
            {
                if (state.Missiles[i].IsNull()) Console.WriteLine("missile {0} null", i);
                else TellMissile(i, state.Missiles[i].Obj);
            }
        }

        static void TellTank(Tank tank)
        {
            Console.WriteLine("tank {0} {1} {2} {3} {4} fire={5} flames={6} wall={7} mine={8} missile={9} tank={10}",
                tank.TankId.Val, tank.PosX.Val, tank.PosY.Val, Word(tank.MoveDirection), Word(tank.TowerDirection),
                Bit(tank.Fire.Val), Bit(tank.InFlames.Val), Bit(tank.HitWall.Val), Bit(tank.HitMine.Val),
                Bit(tank.HitMissile.Val), Bit(tank.HitTank.Val));
        }

        static void TellMissile(int index, Missile missile)
        {
            Console.WriteLine("missile {0} {1} head {2} {3} tail {4} {5} {6} flames={7}", index, missile.TankId.Val,
                missile.HeadPosX.Val, missile.HeadPosY.Val, missile.TailPosX.Val, missile.TailPosY.Val,
                Word(missile.Direction), Bit(missile.InFlames.Val));
        }

        static string Word(DirectionContainer direction)
        {
            if (direction.IsNull() && direction.Val != Way.Neutral) return "wrong";
            return direction.IsNull() ? "null" : direction.Val.ToString();
        }
    }
}
