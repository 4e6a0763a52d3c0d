using System.Collections.Generic;
using Consoden.TankGame;
using Move = Consoden.TankGame.Direction.Enumeration;

namespace tank_player_cs
{
    delegate void SetJoystick(Move moveDirection, Move towerDirection, bool fire);

    /// <summary>Your tank: this is the file to edit. Every game gets a TankLogic of its own.</summary>
    class TankLogic
    {
        public const string PlayerName = "{{name}}";

        static readonly Move[] Directions = { Move.Left, Move.Right, Move.Up, Move.Down };

        readonly int tankId;
        readonly SetJoystick setJoystick;
        GameState gameState;
        GameMap map;

        public TankLogic(int tankId, SetJoystick setJoystick)
        {
            this.tankId = tankId;
            this.setJoystick = setJoystick;
        }

        /// <summary>Called for the first state and for every new one: decide, and set the joystick.</summary>
        public void MakeMove(GameState gameState)
        {
            this.gameState = gameState;
            map = new GameMap(tankId, gameState);
            Move drive = Roomiest();
            Move aim = Aim(Next(map.OwnPosition, drive));
            setJoystick(drive, aim, aim != Move.Neutral);
        }

        /// <summary>The direction that is safe next round and leaves the most room to drive on.</summary>
        Move Roomiest()
        {
            Move best = Move.Left;
            int bestRoom = -1;
            foreach (Move direction in Directions)
            {
                int room = IsDeadly(direction) ? 0 : Room(Next(map.OwnPosition, direction));
                if (room > bestRoom)
                {
                    best = direction;
                    bestRoom = room;
                }
            }
            return best;
        }

        bool IsDeadly(Move direction)
        {
            Position next = Next(map.OwnPosition, direction);
            if (!map.IsEmpty(next) || Same(next, map.EnemyPosition)) return true;
            for (int i = 0; i < gameState.Missiles.Count; i++)
            {
                if (gameState.Missiles[i].IsNull()) continue;
                Missile missile = gameState.Missiles[i].Obj;
                if (missile.InFlames.Val) continue; // it will be gone
                Position tail = Ahead(missile, 1), head = Ahead(missile, 2); // where it will be: it flies two squares
                if (Same(next, tail) || Same(next, head)) return true;
                // Driving against a missile right before the tank is no way past it.
                if (Same(map.OwnPosition, tail) && direction == Opposite(missile.Direction.Val)) return true;
            }
            return false;
        }

        /// <summary>How many empty squares can be reached from this one, itself included.</summary>
        int Room(Position from)
        {
            var seen = new bool[map.SizeX, map.SizeY];
            var open = new Queue<Position>();
            seen[from.X, from.Y] = true;
            open.Enqueue(from);
            int room = 0;
            while (open.Count > 0)
            {
                Position square = open.Dequeue();
                room++;
                foreach (Move direction in Directions)
                {
                    Position next = Next(square, direction);
                    if (seen[next.X, next.Y] || !map.IsEmpty(next)) continue;
                    seen[next.X, next.Y] = true;
                    open.Enqueue(next);
                }
            }
            return room;
        }

        /// <summary>Where the enemy stands in line with that square and no wall between; Neutral if nowhere.</summary>
        Move Aim(Position from)
        {
            Position enemy = map.EnemyPosition;
            if (from.X == enemy.X && from.Y != enemy.Y)
            {
                return Shot(from, enemy, from.Y < enemy.Y ? Move.Down : Move.Up);
            }
            if (from.Y == enemy.Y && from.X != enemy.X)
            {
                return Shot(from, enemy, from.X < enemy.X ? Move.Right : Move.Left);
            }
            return Move.Neutral;
        }

        Move Shot(Position from, Position enemy, Move direction)
        {
            for (Position at = from; !Same(at, enemy); at = Next(at, direction))
            {
                if (gameState.Board.Val[at.X + at.Y * map.SizeX] == 'x') return Move.Neutral;
            }
            return direction;
        }

        Position Next(Position position, Move direction)
        {
            switch (direction)
            {
                case Move.Right: return map.MoveRight(position);
                case Move.Up: return map.MoveUp(position);
                case Move.Down: return map.MoveDown(position);
                default: return map.MoveLeft(position); // Neutral drives left, too
            }
        }

        /// <summary>So many squares before the missile's head; missiles do not go around the edge.</summary>
        static Position Ahead(Missile missile, int squares)
        {
            Move direction = missile.Direction.Val;
            int x = direction == Move.Right ? squares : direction == Move.Left ? -squares : 0;
            int y = direction == Move.Down ? squares : direction == Move.Up ? -squares : 0;
            return new Position(missile.HeadPosX.Val + x, missile.HeadPosY.Val + y);
        }

        static Move Opposite(Move direction)
        {
            switch (direction)
            {
                case Move.Left: return Move.Right;
                case Move.Right: return Move.Left;
                case Move.Up: return Move.Down;
                default: return Move.Up;
            }
        }

        static bool Same(Position one, Position other)
        {
            return one.X == other.X && one.Y == other.Y;
        }
    }
}
