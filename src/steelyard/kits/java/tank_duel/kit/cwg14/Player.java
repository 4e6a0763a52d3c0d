package cwg14;

import consoden.tankgame.Direction;
import java.lang.reflect.Field;
import java.util.function.Consumer;
import steelyard.Start;
import steelyard.Turn;
import steelyard.Wire;

/** Plays one game with a TankLogic of its own; all talk with the referee is here. */
public final class Player implements Consumer<Turn> {
    private final Wire wire;
    private final String game;
    private final TankLogic logic;

    public Player(Wire wire, Start start) {
        this.wire = wire;
        this.game = start.game();
        this.logic = new TankLogic(start.seat(), this::setJoystick); // fits whatever interface TankLogic declares
    }

    @Override
    public void accept(Turn turn) {
        try {
            logic.makeMove(turn.state());
        } catch (Exception error) { // as in the contest: the joystick stays as it was, the game goes on
            System.out.println("makeMove failed:");
            error.printStackTrace();
        }
        wire.done(turn);
    }

    private void setJoystick(Direction moveDirection, Direction towerDirection, boolean fire) {
        wire.joystick(word(moveDirection), word(towerDirection), fire, game);
    }

    /** Left of LEFT; null of NEUTRAL, and of null. */
    private static String word(Direction direction) {
        if (direction == null || direction == Direction.NEUTRAL) return null;
        return direction.name().charAt(0) + direction.name().substring(1).toLowerCase();
    }

    /** The text that TankLogic calls PLAYER_NAME; null if it has none. */
    public static String name() {
        for (Field field : TankLogic.class.getDeclaredFields()) {
            if (field.getName().replace("_", "").equalsIgnoreCase("playername") && field.getType() == String.class) {
                return textOf(field);
            }
        }
        return null;
    }

    private static String textOf(Field field) {
        try {
            field.setAccessible(true);
            return (String) field.get(null);
        } catch (IllegalAccessException | NullPointerException notStatic) {
            return null;
        }
    }
}
