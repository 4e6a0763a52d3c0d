using Safir.Dob.Typesystem;

// The entities of the contest, under their own names.
namespace Consoden.TankGame
{
    public static class Direction
    {
        public enum Enumeration { Neutral, Left, Right, Up, Down }
    }

    public static class Winner
    {
        public enum Enumeration { Unknown, PlayerOne, PlayerTwo, Draw }
    }

    /// <summary>A direction reads Neutral when it is null.</summary>
    public sealed class DirectionContainer : ValueContainer<Direction.Enumeration>
    {
        public override Direction.Enumeration Val
        {
            get { return IsNull() ? TankGame.Direction.Enumeration.Neutral : base.Val; }
            set { base.Val = value; }
        }
    }

    public class GameState
    {
        public Int32Container Width { get; } = new Int32Container();
        public Int32Container Height { get; } = new Int32Container();
        public ObjectArray<Tank> Tanks { get; } = new ObjectArray<Tank>(2);
        public ObjectArray<Missile> Missiles { get; } = new ObjectArray<Missile>(2);
        public BinaryContainer Board { get; } = new BinaryContainer(); // . x o, at x + y * Width
        public Int32Container Counter { get; } = new Int32Container(); // rounds played so far
        public ValueContainer<Winner.Enumeration> Winner { get; } = new ValueContainer<Winner.Enumeration>();
        public Int32Container PlayerOneId { get; } = new Int32Container();
        public Int32Container PlayerTwoId { get; } = new Int32Container();
        public Float32Container ElapsedTime { get; } = new Float32Container(); // seconds, as the next two
        public Float32Container NextMove { get; } = new Float32Container();
        public Float32Container GamePace { get; } = new Float32Container();
    }

    public class Tank
    {
        public Int32Container TankId { get; } = new Int32Container();
        public Int32Container PlayerId { get; } = new Int32Container();
        public Int32Container PosX { get; } = new Int32Container();
        public Int32Container PosY { get; } = new Int32Container();
        public BooleanContainer Fire { get; } = new BooleanContainer(); // it fired a missile this round
        public DirectionContainer MoveDirection { get; } = new DirectionContainer();
        public DirectionContainer TowerDirection { get; } = new DirectionContainer();
        public BooleanContainer InFlames { get; } = new BooleanContainer();
        public BooleanContainer HitWall { get; } = new BooleanContainer();
        public BooleanContainer HitMine { get; } = new BooleanContainer();
        public BooleanContainer HitMissile { get; } = new BooleanContainer();
        public BooleanContainer HitTank { get; } = new BooleanContainer();
    }

    public class Missile
    {
        public Int32Container MissileId { get; } = new Int32Container();
        public Int32Container TankId { get; } = new Int32Container(); // the tank that fired it
        public Int32Container HeadPosX { get; } = new Int32Container();
        public Int32Container HeadPosY { get; } = new Int32Container();
        public Int32Container TailPosX { get; } = new Int32Container();
        public Int32Container TailPosY { get; } = new Int32Container();
        public DirectionContainer Direction { get; } = new DirectionContainer();
        public BooleanContainer InFlames { get; } = new BooleanContainer();
    }
}
