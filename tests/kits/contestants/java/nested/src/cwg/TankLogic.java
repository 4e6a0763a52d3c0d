package cwg;

import consoden.tankgame.Direction;
import consoden.tankgame.GameState;
import cwg.stöd.Sökning;

// Går dit vägen är längst. Paket och klasser har svenska namn.
public class TankLogic {
    static final String PLAYER_NAME = "Sju sjösjuka sjömän";

    public static interface JoystickHandler {
        void setJoystick(Direction kör, Direction sikta, boolean skjut);
    }

    private final int tankId;
    private final JoystickHandler spak;
    private int rundor = 0;

    public TankLogic(int tankId, JoystickHandler spak) {
        this.tankId = tankId;
        this.spak = spak;
    }

    public void makeMove(GameState läge) {
        rundor++;
        if (rundor == 2) {
            throw new IllegalStateException("ett fel i runda två"); // the joystick stays as it was
        }
        Direction håll = new Sökning(läge, tankId).längsta(6);
        spak.setJoystick(håll, håll, rundor % 3 == 0);
    }

    public static void main(String[] args) {
        System.out.println("prov: " + PLAYER_NAME);
    }
}
