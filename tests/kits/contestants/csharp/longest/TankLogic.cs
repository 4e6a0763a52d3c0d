// Turns to where the most free squares lie in a row. Brings a GameMap of its own.
using System;
using Direction = Consoden.TankGame.Direction.Enumeration;

namespace tank_player_cs
{
    delegate void SetJoystick(Direction moveDirection, Direction towerDirection, bool fire);

    class TankLogic
    {
        public const string PlayerName = "Long way";

        int tankId;
        SetJoystick setJoystick;
        int turns = 0;

        public TankLogic(int tankId, SetJoystick setJoystick)
        {
            this.tankId = tankId;
            this.setJoystick = setJoystick;
        }

        public void MakeMove(Consoden.TankGame.GameState gameState)
        {
            GameMap gm = new GameMap(tankId, gameState);
            Direction best = Direction.Left;
            int longest = -1;
            foreach (Direction direction in new Direction[] { Direction.Left, Direction.Right, Direction.Up, Direction.Down }) {
                int run = gm.FreeRun(direction);
                if (run > longest) {
                    longest = run;
                    best = direction;
                }
            }
            turns++;
            setJoystick(best, best, turns % 2 == 0);
            if (gm.Elapsed > 900)
                Console.WriteLine("that was close: {0} ms", gm.Elapsed);
        }
    }
}
