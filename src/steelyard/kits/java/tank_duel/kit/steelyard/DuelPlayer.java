package steelyard;

import consoden.tankgame.Direction;
import consoden.tankgame.GameState;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Plays one game with a TankLogic of its own, in whatever package that is. */
public final class DuelPlayer implements Consumer<Turn> {
    private final Wire wire;
    private final String game;
    private final Object logic;
    private final Method makeMove;

    public DuelPlayer(Wire wire, Start start, Class<?> logic) {
        this.wire = wire;
        this.game = start.game();
        try {
            this.logic = newLogic(logic, start.seat());
            this.makeMove = logic.getDeclaredMethod("makeMove", GameState.class);
            makeMove.setAccessible(true);
        } catch (InvocationTargetException failed) {
            throw new IllegalStateException("a TankLogic could not be made", failed.getCause());
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException("TankLogic needs a constructor (int, JoystickHandler) and makeMove(GameState)", error);
        }
    }

    /** A TankLogic, with the joystick as the interface that its constructor asks for. */
    private Object newLogic(Class<?> logic, int seat) throws ReflectiveOperationException {
        for (Constructor<?> made : logic.getDeclaredConstructors()) {
            if (made.getParameterCount() != 2) continue;
            Class<?> handler = made.getParameterTypes()[1];
            Object joystick = Proxy.newProxyInstance(
                    logic.getClassLoader(), new Class<?>[] {handler}, (proxy, method, given) -> called(proxy, method, given));
            made.setAccessible(true);
            return made.newInstance(seat, joystick);
        }
        throw new NoSuchMethodException("TankLogic(int, JoystickHandler)");
    }

    private Object called(Object proxy, Method method, Object[] given) {
        switch (method.getName()) {
            case "hashCode":
                return System.identityHashCode(proxy);
            case "equals":
                return proxy == given[0];
            case "toString":
                return "joystick";
            default:
                wire.joystick(word((Direction) given[0]), word((Direction) given[1]), (Boolean) given[2], game);
                return null;
        }
    }

    @Override
    public void accept(Turn turn) {
        turn.state().setTimes(turn.clockMs());
        try {
            makeMove.invoke(logic, turn.state());
        } catch (InvocationTargetException failed) { // as in the contest: the joystick stays as it was, the game goes on
            if (failed.getCause() instanceof Error error) throw error;
            System.out.println("makeMove failed:");
            failed.getCause().printStackTrace();
        } catch (IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
        wire.done(turn);
    }

    /** Left of LEFT; null of NEUTRAL, and of null. */
    private static String word(Direction direction) {
        if (direction == null || direction == Direction.NEUTRAL) return null;
        return direction.name().charAt(0) + direction.name().substring(1).toLowerCase();
    }

    /** The text that TankLogic calls PLAYER_NAME; null if it has none. */
    public static String name(Class<?> logic) {
        for (Field field : logic.getDeclaredFields()) {
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

    /** The class TankLogic among the classes of this bot. */
    public static Class<?> logic() {
        try {
            Path classes = Path.of(DuelPlayer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (Stream<Path> files = Files.walk(classes)) {
                Path found = files.filter(file -> file.endsWith("TankLogic.class")).findFirst()
                        .orElseThrow(() -> new IllegalStateException("there is no class TankLogic"));
                String name = classes.relativize(found).toString().replace('/', '.').replace('\\', '.');
                return Class.forName(name.substring(0, name.length() - ".class".length()));
            }
        } catch (IOException | URISyntaxException | ClassNotFoundException error) {
            throw new IllegalStateException(error);
        }
    }
}
