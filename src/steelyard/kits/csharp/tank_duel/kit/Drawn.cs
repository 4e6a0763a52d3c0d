using System.Text;
using Consoden.TankGame;

namespace Steelyard
{
    /// <summary>Positions for tests.</summary>
    public static class Drawn
    {
        /// <summary>A position row by row: . free, x wall, o mine, 0 and 1 the tanks.</summary>
        public static GameState State(params string[] rows)
        {
            var state = new GameState();
            string board = string.Concat(rows);
            state.Width.Val = rows[0].Length;
            state.Height.Val = rows.Length;
            state.Board.Val = Encoding.ASCII.GetBytes(board.Replace('0', '.').Replace('1', '.'));
            state.Counter.Val = 0;
            state.Winner.Val = Winner.Enumeration.Unknown;
            state.Tanks[0].Obj = Tank(0, board.IndexOf('0'), rows[0].Length);
            state.Tanks[1].Obj = Tank(1, board.IndexOf('1'), rows[0].Length);
            return state;
        }

        static Tank Tank(int id, int square, int width)
        {
            var tank = new Tank();
            tank.TankId.Val = tank.PlayerId.Val = id;
            tank.PosX.Val = square % width;
            tank.PosY.Val = square / width;
            tank.MoveDirection.Val = tank.TowerDirection.Val = Direction.Enumeration.Left;
            tank.Fire.Val = tank.InFlames.Val = false;
            tank.HitWall.Val = tank.HitMine.Val = tank.HitMissile.Val = tank.HitTank.Val = false;
            return tank;
        }

        /// <summary>Puts a missile of that tank's into a position, its head and its tail on these squares.</summary>
        public static GameState WithMissile(
            GameState state, int tankId, int headX, int headY, int tailX, int tailY, Direction.Enumeration direction)
        {
            var missile = new Missile();
            missile.MissileId.Val = missile.TankId.Val = tankId;
            missile.HeadPosX.Val = headX;
            missile.HeadPosY.Val = headY;
            missile.TailPosX.Val = tailX;
            missile.TailPosY.Val = tailY;
            missile.Direction.Val = direction;
            missile.InFlames.Val = false;
            state.Missiles[tankId].Obj = missile;
            return state;
        }
    }
}
