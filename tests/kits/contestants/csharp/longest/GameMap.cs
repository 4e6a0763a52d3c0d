using System;

namespace tank_player_cs
{
    struct Position
    {
        public int X;
        public int Y;
    }

    class GameMap
    {
        private DateTime created = DateTime.Now;
        private int tankId;
        private Consoden.TankGame.GameState gameState;

        public GameMap(int tankId, Consoden.TankGame.GameState gameState)
        {
            this.tankId = tankId;
            this.gameState = gameState;
        }

        public double Elapsed
        {
            get { return (DateTime.Now - created).TotalMilliseconds; }
        }

        // How far the tank could drive straight on; walls, mines and its own tail end it.
        public int FreeRun(Consoden.TankGame.Direction.Enumeration direction)
        {
            Consoden.TankGame.Tank tank = gameState.Tanks[tankId].Obj;
            Position p;
            p.X = tank.PosX.Val;
            p.Y = tank.PosY.Val;
            int most = Math.Max(gameState.Width.Val, gameState.Height.Val);
            for (int run = 0; run < most; run++) {
                p = Step(p, direction);
                if (gameState.Board.Val[p.X + p.Y * gameState.Width.Val] != Convert.ToByte('.'))
                    return run;
            }
            return most;
        }

        private Position Step(Position p, Consoden.TankGame.Direction.Enumeration direction)
        {
            int width = gameState.Width.Val;
            int height = gameState.Height.Val;
            switch (direction) {
                case Consoden.TankGame.Direction.Enumeration.Left: p.X = (p.X + width - 1) % width; break;
                case Consoden.TankGame.Direction.Enumeration.Right: p.X = (p.X + 1) % width; break;
                case Consoden.TankGame.Direction.Enumeration.Up: p.Y = (p.Y + height - 1) % height; break;
                case Consoden.TankGame.Direction.Enumeration.Down: p.Y = (p.Y + 1) % height; break;
            }
            return p;
        }
    }
}
