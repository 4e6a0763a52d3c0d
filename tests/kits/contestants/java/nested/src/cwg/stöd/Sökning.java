package cwg.stöd;

import consoden.tankgame.Direction;
import consoden.tankgame.GameState;
import java.util.EnumMap;
import java.util.Map;

public class Sökning {
    private final Rutor rutor;
    private final int x, y;

    public Sökning(GameState läge, int tankId) {
        rutor = new Rutor(läge.board().getVal().clone(), läge.width().getVal(), läge.height().getVal());
        x = läge.tanks().get(tankId).getObj().posX().getVal();
        y = läge.tanks().get(tankId).getObj().posY().getVal();
        rutor.stäng(x, y);
        rutor.stäng(läge.tanks().get(1 - tankId).getObj().posX().getVal(),
                läge.tanks().get(1 - tankId).getObj().posY().getVal());
    }

    public Direction längsta(int djup) {
        Map<Direction, Integer> längder = new EnumMap<Direction, Integer>(Direction.class);
        längder.put(Direction.LEFT, rutor.djup(x - 1, y, djup));
        längder.put(Direction.RIGHT, rutor.djup(x + 1, y, djup));
        längder.put(Direction.UP, rutor.djup(x, y - 1, djup));
        längder.put(Direction.DOWN, rutor.djup(x, y + 1, djup));
        Direction bäst = Direction.LEFT;
        for (Direction håll : längder.keySet()) {
            if (längder.get(håll).compareTo(längder.get(bäst)) > 0) {
                bäst = håll;
            }
        }
        return bäst;
    }
}

class Rutor {
    private final byte[] rutor;
    private final int bredd, höjd;

    Rutor(byte[] rutor, int bredd, int höjd) {
        this.rutor = rutor;
        this.bredd = bredd;
        this.höjd = höjd;
    }

    void stäng(int x, int y) {
        rutor[plats(x, y)] = 'o';
    }

    int djup(int x, int y, int kvar) {
        int här = plats(x, y);
        if (rutor[här] != '.') return 0;
        if (kvar == 0) return 1;
        rutor[här] = 'o';
        int mest = Math.max(Math.max(djup(x - 1, y, kvar - 1), djup(x + 1, y, kvar - 1)),
                Math.max(djup(x, y - 1, kvar - 1), djup(x, y + 1, kvar - 1)));
        rutor[här] = '.';
        return mest + 1;
    }

    private int plats(int x, int y) {
        return (x + bredd) % bredd + (y + höjd) % höjd * bredd;
    }
}
