using System;

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
	}

	class GameMap
	{
		private DateTime startTime = DateTime.Now;
		private int tankId;
		private Consoden.TankGame.GameState gameState;

		public GameMap(int tankId, Consoden.TankGame.GameState gameState)
		{
			this.tankId = tankId;
			this.gameState = gameState;
		}

		public int SizeX { get { return gameState.Width.Val; } }
		public int SizeY { get { return gameState.Height.Val; } }

		public Position OwnPosition {
			get {
				return new Position(gameState.Tanks[tankId].Obj.PosX.Val, gameState.Tanks[tankId].Obj.PosY.Val);
			}
		}

		public bool IsEmpty(Position p) { return gameState.Board.Val[p.X + p.Y * SizeX] == (byte)'.'; }

		public bool IsMissileInPosition(Position p)
		{
			for (int i = 0; i < gameState.Missiles.Count; i++) {
				if (gameState.Missiles[i].IsNull())
					continue;
				Consoden.TankGame.Missile missile = gameState.Missiles[i].Obj;
				if ((p.X == missile.HeadPosX.Val && p.Y == missile.HeadPosY.Val) ||
				    (p.X == missile.TailPosX.Val && p.Y == missile.TailPosY.Val))
					return true;
			}
			return false;
		}

		public Position MoveLeft(Position p) { return new Position((p.X - 1 + SizeX) % SizeX, p.Y); }
		public Position MoveRight(Position p) { return new Position((p.X + 1) % SizeX, p.Y); }
		public Position MoveUp(Position p) { return new Position(p.X, (p.Y - 1 + SizeY) % SizeY); }
		public Position MoveDown(Position p) { return new Position(p.X, (p.Y + 1) % SizeY); }

		public int Exits(Position p)
		{
			int exits = 0;
			foreach (Position next in new Position[] { MoveLeft(p), MoveRight(p), MoveUp(p), MoveDown(p) })
				if (IsEmpty(next))
					exits++;
			return exits;
		}

		public long Elapsed { get { return (long)(DateTime.Now - startTime).TotalMilliseconds; } }
	}
}
