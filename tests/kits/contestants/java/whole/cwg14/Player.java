package cwg14;

import com.saabgroup.safir.dob.typesystem.*;
import com.saabgroup.safir.dob.ErrorResponse;
import consoden.tankgame.Direction;

class Player implements com.saabgroup.safir.dob.Dispatcher,
		com.saabgroup.safir.dob.StopHandler,
		com.saabgroup.safir.dob.EntitySubscriber,
		TankLogic.JoystickHandler {

	private com.saabgroup.safir.dob.Connection dobConnection = new com.saabgroup.safir.dob.Connection();
	private InstanceId myPlayerId = new InstanceId(TankLogic.PLAYER_NAME + "Instance");
	private TankLogic logic = null;

	public Player() {
		dobConnection.open(TankLogic.PLAYER_NAME, "", 0, this, this);
		dobConnection.subscribeEntity(consoden.tankgame.GameState.ClassTypeId, this);
	}

	@Override
	public void onNewEntity(com.saabgroup.safir.dob.EntityProxy entityProxy) {
		logic = new TankLogic(0, this);
		logic.makeMove((consoden.tankgame.GameState) entityProxy.getEntity());
	}

	@Override
	public void onStopOrder() {
	}

	@Override
	public void onDoDispatch() {
	}

	@Override
	public void setJoystick(Direction moveDirection, Direction towerDirection, boolean fire) {
	}

	public static void main(String[] args) {
		new Player();
	}
}
