// Prints the map and all it knows every round, in many ways, and drives in circles. With Windows line ends.
using System;
using Consoden.TankGame;

namespace tank_player_cs
{
    delegate void SetJoystick(Direction.Enumeration moveDirection, Direction.Enumeration towerDirection, bool fire);

    class TankLogic
    {
        public const string PlayerName = "Chatterbox";

        private static readonly Direction.Enumeration[] Circle = {
            Direction.Enumeration.Right, Direction.Enumeration.Down, Direction.Enumeration.Left, Direction.Enumeration.Up
        };

        private int tankId;
        private SetJoystick setJoystick;
        private int round;

        public TankLogic(int tankId, SetJoystick setJoystick)
        {
            this.tankId = tankId;
            this.setJoystick = setJoystick;
            Console.WriteLine("{\"type\":\"move\",\"move\":\"nonsense\"}");
        }

        public void MakeMove(GameState gameState)
        {
            GameMap gm = new GameMap(tankId, gameState);
            Console.WriteLine("round {0} on a board of {1} x {2}", round, gm.SizeX, gm.SizeY);
            gm.PrintMap();
            gm.PrintState();
            Console.Out.Write("no line end");
            Console.Error.WriteLine("this goes elsewhere");
            for (int i = 0; i < gameState.Tanks.Count; i++) {
                if (gameState.Tanks[i].IsNull())
                    continue;
                Tank tank = gameState.Tanks[i].Obj;
                Console.WriteLine("tank {0} at {1},{2} drives {3}, tower {4}{5}", tank.TankId.Val, tank.PosX.Val, tank.PosY.Val,
                    tank.MoveDirection.Val, tank.TowerDirection.IsNull() ? "nowhere" : tank.TowerDirection.Val.ToString(),
                    tank.Fire.Val ? ", fired" : "");
            }
            byte[] board = gameState.Board.Val;
            int mines = 0;
            foreach (byte square in board)
                if (square == (byte)'o') mines++;
            Console.WriteLine("{0} mines, {1} ms", mines, gm.Elapsed);

            Position own = gm.OwnPosition;
            Position[] next = { gm.MoveRight(own), gm.MoveDown(own), gm.MoveLeft(own), gm.MoveUp(own) };
            for (int i = 0; i < 4; i++) {
                int turned = (round + i) % 4;
                if (gm.IsEmpty(next[turned])) {
                    setJoystick(Circle[turned], Direction.Enumeration.Neutral, false);
                    break;
                }
            }
            round++;
        }
    }
}
