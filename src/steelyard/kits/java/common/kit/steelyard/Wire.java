package steelyard;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;

/** The bot's end of the line to the referee: one JSON object a line, both ways. */
public final class Wire {
    private final BufferedReader referee;
    private final PrintStream answers;

    private Wire(BufferedReader referee, PrintStream answers) {
        this.referee = referee;
        this.answers = answers;
    }

    /**
     * Takes standard input and output for the referee. What the bot prints to System.out goes to standard error
     * from now on, and what it reads from System.in is empty.
     */
    public static Wire open() {
        BufferedReader referee = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream answers = printing(FileDescriptor.out);
        PrintStream log = printing(FileDescriptor.err);
        System.setOut(log);
        System.setErr(log);
        System.setIn(InputStream.nullInputStream());
        return new Wire(referee, answers);
    }

    private static PrintStream printing(FileDescriptor file) {
        return new PrintStream(new FileOutputStream(file), false, StandardCharsets.UTF_8);
    }

    /** Plays game after game, each with a player of its own, until it hears bye; the exit code. */
    public int serve(String name, Function<Start, Consumer<Turn>> newGame) {
        try {
            listen(name, newGame);
            return 0;
        } catch (UnreadableLine error) {
            System.err.println(error.getMessage());
        } catch (Throwable error) { // an Error, too: whatever it was, the log says so
            error.printStackTrace();
        }
        return 1;
    }

    private void listen(String name, Function<Start, Consumer<Turn>> newGame) throws IOException {
        Consumer<Turn> player = null;
        int seat = 0;
        for (String line; (line = referee.readLine()) != null; ) {
            if (line.isBlank()) continue;
            Json message = read(line);
            switch (message.get("type").text()) {
                case "hello" -> say("ready", name == null ? "" : ",\"name\":" + Json.quote(name));
                case "start" -> {
                    Start start = Start.of(message);
                    seat = start.seat();
                    player = newGame.apply(start);
                }
                case "turn" -> {
                    if (player != null) player.accept(Turn.of(message, seat));
                }
                case "bye" -> {
                    return;
                }
                default -> { } // nothing to answer
            }
        }
    }

    private static Json read(String line) {
        try {
            Json message = Json.parse(line);
            if (!message.isObject()) throw new IllegalArgumentException("no JSON object");
            return message;
        } catch (IllegalArgumentException error) {
            throw new UnreadableLine("a line of the referee's cannot be read: " + error.getMessage());
        }
    }

    /** Plays a move. */
    public void move(String move, Turn turn) {
        say("move", ",\"move\":" + Json.quote(move) + answering(turn));
    }

    /** Sets the joystick of a game, as often as one likes; null is no direction. */
    public void joystick(String moveDirection, String towerDirection, boolean fire, String game) {
        say("joystick", ",\"MoveDirection\":" + direction(moveDirection)
                + ",\"TowerDirection\":" + direction(towerDirection)
                + ",\"Fire\":" + fire + ",\"game\":" + Json.quote(game));
    }

    /** Says that the joystick stays as it is for the rest of the turn. */
    public void done(Turn turn) {
        say("done", answering(turn));
    }

    private static String direction(String direction) {
        return direction == null ? "null" : Json.quote(direction);
    }

    private static String answering(Turn turn) {
        return ",\"turn\":" + turn.number() + ",\"game\":" + Json.quote(turn.game());
    }

    /** Synchronized, since a bot may set its joystick from a thread of its own. */
    private synchronized void say(String type, String members) {
        answers.print("{\"type\":\"" + type + "\"" + members + "}\n");
        answers.flush();
    }

    private static final class UnreadableLine extends RuntimeException {
        UnreadableLine(String message) {
            super(message);
        }
    }
}
