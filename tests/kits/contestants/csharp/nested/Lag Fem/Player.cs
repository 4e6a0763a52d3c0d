using Safir.Dob;

namespace LagFem
{
	class Player : Dispatcher
	{
		static void Main() { new Connection().Open("Lag Fem", "", 0, null, new Player()); }
		public void OnDoDispatch() { }
	}
}
