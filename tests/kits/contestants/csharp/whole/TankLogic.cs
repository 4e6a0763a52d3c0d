using System;
using System.Collections.Generic;

namespace tank_player_cs
{
	delegate void SetJoystick(Consoden.TankGame.Direction.Enumeration moveDirection,
	                          Consoden.TankGame.Direction.Enumeration towerDirection,
	                          bool fire);

	// Räknar fria rutor åt alla håll.
	class TankLogic
	{
		public const string PlayerName = "Älgarna";

		private int tankId;
		private SetJoystick setJoystick;

		public TankLogic(int tankId, SetJoystick setJoystick)
		{
			this.tankId = tankId;
			this.setJoystick = setJoystick;
		}

		public void MakeMove(Consoden.TankGame.GameState gameState)
		{
			GameMap gm = new GameMap(tankId, gameState);
			float pace = gameState.GamePace.Val;
			if (gameState.NextMove.Val - gameState.ElapsedTime.Val > pace + 1f)
				Console.WriteLine("these are no seconds");

			Dictionary<Consoden.TankGame.Direction.Enumeration, Position> steps =
				new Dictionary<Consoden.TankGame.Direction.Enumeration, Position>();
			steps[Consoden.TankGame.Direction.Enumeration.Left] = gm.MoveLeft(gm.OwnPosition);
			steps[Consoden.TankGame.Direction.Enumeration.Right] = gm.MoveRight(gm.OwnPosition);
			steps[Consoden.TankGame.Direction.Enumeration.Up] = gm.MoveUp(gm.OwnPosition);
			steps[Consoden.TankGame.Direction.Enumeration.Down] = gm.MoveDown(gm.OwnPosition);

			Consoden.TankGame.Direction.Enumeration best = Consoden.TankGame.Direction.Enumeration.Left;
			int most = -1;
			foreach (KeyValuePair<Consoden.TankGame.Direction.Enumeration, Position> step in steps) {
				int exits = 0;
				if (gm.IsEmpty(step.Value) && !gm.IsMissileInPosition(step.Value)) {
					exits = 1 + gm.Exits(step.Value);
				}
				if (exits > most) {
					most = exits;
					best = step.Key;
				}
			}
			setJoystick(best, best, true);
		}
	}
}
