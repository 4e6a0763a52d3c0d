package consoden.tankgame;

public enum Direction {
    NEUTRAL,
    LEFT,
    RIGHT,
    UP,
    DOWN
}
