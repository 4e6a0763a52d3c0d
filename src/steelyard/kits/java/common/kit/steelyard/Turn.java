package steelyard;

import java.util.List;

/**
 * It is your turn.
 *
 * @param number counts from 1
 * @param legal every move you may make
 * @param seat yours
 * @param clockMs what you have left; null is no limit
 * @param latencyMs how late the arena's machine has been lately: keep this much in hand
 */
public record Turn(
        int number,
        String game,
        State state,
        List<String> legal,
        int seat,
        Double clockMs,
        Double enemyClockMs,
        double latencyMs) {
    static Turn of(Json message, int seat) {
        List<Json> clocks = message.get("clocks_ms").items();
        return new Turn(
                message.get("turn").integer(),
                message.get("game").text(),
                State.of(message.get("state")),
                message.get("legal").items().stream().map(Json::text).toList(),
                seat,
                left(clocks.get(seat)),
                left(clocks.get(1 - seat)),
                message.get("latency_ms").number());
    }

    private static Double left(Json clock) {
        return clock.isNull() ? null : clock.number();
    }
}
