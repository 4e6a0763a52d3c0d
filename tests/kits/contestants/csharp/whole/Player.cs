using System;
using System.Threading;
using Safir.Dob.Typesystem;

namespace tank_player_cs
{
	class Player : Safir.Dob.Dispatcher, Safir.Dob.StopHandler, Safir.Dob.EntitySubscriber
	{
		private AutoResetEvent dispatchEvent = new AutoResetEvent(false);
		private Safir.Dob.Connection connection = new Safir.Dob.Connection();
		private TankLogic logic = null;
		private bool running = true;

		public Player()
		{
			connection.Open(TankLogic.PlayerName, "", 0, this, this);
			connection.SubscribeEntity(Consoden.TankGame.GameState.ClassTypeId, this);
			while (running) {
				dispatchEvent.WaitOne();
				connection.Dispatch();
			}
		}

		public void OnDoDispatch() { dispatchEvent.Set(); }

		public void OnStopOrder() { running = false; }

		public void OnNewEntity(Safir.Dob.EntityProxy entityProxy)
		{
			logic = new TankLogic(0, UpdateJoystick);
			logic.MakeMove((Consoden.TankGame.GameState)entityProxy.Entity);
		}

		private void UpdateJoystick(Consoden.TankGame.Direction.Enumeration move,
		                            Consoden.TankGame.Direction.Enumeration tower, bool fire)
		{
		}

		public static void Main(string[] args)
		{
			new Player();
		}
	}
}
