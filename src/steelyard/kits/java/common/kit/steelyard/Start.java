package steelyard;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known when a game begins.
 *
 * @param game its name among the games that this process plays
 * @param seat yours: 0 or 1
 * @param options of the rules, where they are not the usual ones
 * @param players the names at seat 0 and seat 1
 * @param clock bank:120s, say, or none
 * @param seed for your random numbers: with the same seed a bot should play the same
 */
public record Start(String game, int seat, Map<String, String> options, List<String> players, String clock, long seed) {
    static Start of(Json message) {
        Map<String, String> options = new LinkedHashMap<>();
        message.get("options").members().forEach((name, value) -> options.put(name, value.text()));
        return new Start(
                message.get("game").text(),
                message.get("seat").integer(),
                options,
                message.get("players").items().stream().map(Json::text).toList(),
                message.get("clock").text(),
                message.get("seed").whole());
    }
}
