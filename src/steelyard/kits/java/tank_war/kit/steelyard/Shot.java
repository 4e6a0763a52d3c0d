package steelyard;

/** Who hit whom in the last round: a tank of that seat hit an enemy tank. */
public record Shot(int seat, String tank, String hit) {
    static Shot of(Json shot) {
        return new Shot(shot.get("seat").integer(), shot.get("tank").text(), shot.get("hit").text());
    }
}
