package consoden.tankgame;

public enum Winner {
    UNKNOWN,
    PLAYER_ONE,
    PLAYER_TWO,
    DRAW
}
