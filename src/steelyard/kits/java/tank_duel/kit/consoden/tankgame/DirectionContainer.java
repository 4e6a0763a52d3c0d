package consoden.tankgame;

import com.saabgroup.safir.dob.typesystem.EnumerationContainer;

/** A direction reads NEUTRAL when it is null. */
public final class DirectionContainer extends EnumerationContainer<Direction> {
    @Override
    public Direction getVal() {
        return isNull() ? Direction.NEUTRAL : super.getVal();
    }
}
