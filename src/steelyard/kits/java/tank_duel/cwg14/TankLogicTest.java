package cwg14;

import consoden.tankgame.Direction;
import consoden.tankgame.GameState;
import steelyard.Check;
import steelyard.Drawn;

/** What your tank does in drawn positions; run it with: sh test.sh */
class TankLogicTest {
    public static void main(String[] args) {
        Check.equal("it drives where there is no mine and no wall", "DOWN NEUTRAL",
                joystick(Drawn.state("xxxxx", "xo0ox", "xx.xx", "xx..x", "xxx1x"), 0));
        Check.equal("it fires at an enemy in line", "RIGHT RIGHT fire",
                joystick(Drawn.state("xxxxxxx", "0....1x", "xxxxxxx"), 0));
        Check.equal("it does not fire at a wall", "RIGHT NEUTRAL",
                joystick(Drawn.state("xxxxxxx", "0..x.1x", "xxxxxxx"), 0));
        GameState underFire = Drawn.state("x..xxxx", "x0....x", "xxxxxxx", "1xxxxxx");
        Check.equal("it gets out of a missile's way", "UP NEUTRAL",
                joystick(Drawn.withMissile(underFire, 1, 3, 1, 4, 1, Direction.LEFT), 0));
        Check.summary();
    }

    private static String joystick(GameState state, int tankId) {
        StringBuilder set = new StringBuilder();
        TankLogic.JoystickHandler handler =
                (drive, aim, fire) -> set.append(drive + " " + aim + (fire ? " fire" : ""));
        new TankLogic(tankId, handler).makeMove(state);
        return set.toString();
    }
}
