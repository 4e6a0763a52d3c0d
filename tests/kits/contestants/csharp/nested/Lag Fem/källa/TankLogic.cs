// Håller till höger. Skriven av Pär.
using System;
using System.Collections.Generic;
using Consoden.TankGame;

namespace LagFem
{
	public delegate void Styrspak(Direction.Enumeration kör, Direction.Enumeration sikta, bool skjut);

	class TankLogic
	{
		private static readonly string playerName = "Blåbärssoppa";
		private readonly int id;
		private readonly Styrspak styrspak;
		private Karta karta;

		internal TankLogic(int id, Styrspak styrspak)
		{
			this.id = id;
			this.styrspak = styrspak;
			this.karta = new Karta();
		}

		internal void MakeMove(GameState läge)
		{
			karta.Läs(läge, id);
			Direction.Enumeration bäst = Direction.Enumeration.Right;
			int längst = -1;
			foreach (Direction.Enumeration håll in new[] { Direction.Enumeration.Right, Direction.Enumeration.Down,
			                                               Direction.Enumeration.Left, Direction.Enumeration.Up }) {
				int längd = karta.Längd(håll);
				if (längd > längst) {
					längst = längd;
					bäst = håll;
				}
			}
			if (läge.Counter.Val == 1)
				throw new InvalidOperationException("ett fel i " + playerName); // the joystick stays as it was
			styrspak(bäst, Direction.Enumeration.Neutral, false);
		}
	}

	class Karta
	{
		private byte[] rutor;
		private int bredd, höjd, x, y;

		public void Läs(GameState läge, int id)
		{
			rutor = (byte[])läge.Board.Val.Clone();
			bredd = läge.Width.Val;
			höjd = läge.Height.Val;
			x = läge.Tanks[id].Obj.PosX.Val;
			y = läge.Tanks[id].Obj.PosY.Val;
			Tank fiende = läge.Tanks[1 - id].Obj;
			rutor[fiende.PosX.Val + bredd * fiende.PosY.Val] = (byte)'x';
		}

		public int Längd(Direction.Enumeration håll)
		{
			int dx = håll == Direction.Enumeration.Right ? 1 : håll == Direction.Enumeration.Left ? -1 : 0;
			int dy = håll == Direction.Enumeration.Down ? 1 : håll == Direction.Enumeration.Up ? -1 : 0;
			int längd = 0;
			for (int i = 1; i < 12; i++) {
				int nx = ((x + i * dx) % bredd + bredd) % bredd;
				int ny = ((y + i * dy) % höjd + höjd) % höjd;
				if (rutor[nx + bredd * ny] != (byte)'.')
					break;
				längd++;
			}
			return längd;
		}
	}
}
