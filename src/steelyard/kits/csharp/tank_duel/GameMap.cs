using System;
using System.Diagnostics;
using System.Text;
using Consoden.TankGame;

namespace tank_player_cs
{
    struct Position
    {
        public int X;
        public int Y;

        public Position(int x, int y)
        {
            X = x;
            Y = y;
        }

        public override string ToString()
        {
            return X + "," + Y;
        }
    }

    /// <summary>Reads a GameState for TankLogic. Make a new one in every MakeMove; change it as you like.</summary>
    class GameMap
    {
        readonly Stopwatch sinceMade = Stopwatch.StartNew();
        readonly int tankId;
        readonly GameState gameState;

        public GameMap(int tankId, GameState gameState)
        {
            this.tankId = tankId;
            this.gameState = gameState;
        }

        /// <summary>The board's width: x is 0 to SizeX - 1.</summary>
        public int SizeX => gameState.Width.Val;

        /// <summary>The board's height: y is 0 to SizeY - 1.</summary>
        public int SizeY => gameState.Height.Val;

        public Position OwnPosition => PositionOf(gameState.Tanks[tankId].Obj);

        public Position EnemyPosition => PositionOf(gameState.Tanks[1 - tankId].Obj);

        /// <summary>Milliseconds since this GameMap was made.</summary>
        public long Elapsed => sinceMade.ElapsedMilliseconds;

        /// <summary>No wall and no mine there; a tank or a missile may be.</summary>
        public bool IsEmpty(Position position)
        {
            return gameState.Board.Val[ToIndex(position)] == '.';
        }

        public bool IsMissileInPosition(Position position)
        {
            for (int i = 0; i < gameState.Missiles.Count; i++)
            {
                if (gameState.Missiles[i].IsNull()) continue;
                Missile missile = gameState.Missiles[i].Obj;
                if (Same(position, Head(missile)) || Same(position, Tail(missile))) return true;
            }
            return false;
        }

        /// <summary>One step to the left, around the board's edge; so are the next three.</summary>
        public Position MoveLeft(Position position)
        {
            return new Position((position.X + SizeX - 1) % SizeX, position.Y);
        }

        public Position MoveRight(Position position)
        {
            return new Position((position.X + 1) % SizeX, position.Y);
        }

        public Position MoveUp(Position position)
        {
            return new Position(position.X, (position.Y + SizeY - 1) % SizeY);
        }

        public Position MoveDown(Position position)
        {
            return new Position(position.X, (position.Y + 1) % SizeY);
        }

        /// <summary>Prints the board: . free, x wall, o mine, * missile.</summary>
        public void PrintMap()
        {
            var map = new StringBuilder();
            for (int y = 0; y < SizeY; y++)
            {
                for (int x = 0; x < SizeX; x++)
                {
                    var position = new Position(x, y);
                    map.Append(IsMissileInPosition(position) ? '*' : (char)gameState.Board.Val[ToIndex(position)]);
                }
                map.Append('\n');
            }
            Console.Write(map);
        }

        /// <summary>Prints the tanks' positions, the board and the missiles.</summary>
        public void PrintState()
        {
            Console.WriteLine("own position " + OwnPosition);
            Console.WriteLine("enemy position " + EnemyPosition);
            PrintMap();
            for (int i = 0; i < gameState.Missiles.Count; i++)
            {
                if (gameState.Missiles[i].IsNull()) continue;
                Missile missile = gameState.Missiles[i].Obj;
                string flames = missile.InFlames.Val ? " in flames" : "";
                Console.WriteLine("missile head " + Head(missile) + " tail " + Tail(missile)
                    + " " + missile.Direction.Val + flames);
            }
        }

        int ToIndex(Position position)
        {
            return position.X + position.Y * SizeX;
        }

        static bool Same(Position one, Position other)
        {
            return one.X == other.X && one.Y == other.Y;
        }

        static Position PositionOf(Tank tank)
        {
            return new Position(tank.PosX.Val, tank.PosY.Val);
        }

        static Position Head(Missile missile)
        {
            return new Position(missile.HeadPosX.Val, missile.HeadPosY.Val);
        }

        static Position Tail(Missile missile)
        {
            return new Position(missile.TailPosX.Val, missile.TailPosY.Val);
        }
    }
}
