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
        public ValueContainer<int> Width { get; } = new ValueContainer<int>();
        public ValueContainer<int> Height { get; } = new ValueContainer<int>();
        public ObjectArray<Tank> Tanks { get; } = new ObjectArray<Tank>(2);
        public ObjectArray<Missile> Missiles { get; } = new ObjectArray<Missile>(2);
        public ValueContainer<byte[]> Board { get; } = new ValueContainer<byte[]>(); // . x o, at x + y * Width
        public ValueContainer<int> Counter { get; } = new ValueContainer<int>(); // rounds played so far
        public ValueContainer<Winner.Enumeration> Winner { get; } = new ValueContainer<Winner.Enumeration>();
        public ValueContainer<int> PlayerOneId { get; } = new ValueContainer<int>();
        public ValueContainer<int> PlayerTwoId { get; } = new ValueContainer<int>();
        public ValueContainer<float> ElapsedTime { get; } = new ValueContainer<float>(); // seconds, as the next two
        public ValueContainer<float> NextMove { get; } = new ValueContainer<float>();
        public ValueContainer<float> GamePace { get; } = new ValueContainer<float>();
    }

    public class Tank
    {
        public ValueContainer<int> TankId { get; } = new ValueContainer<int>();
        public ValueContainer<int> PlayerId { get; } = new ValueContainer<int>();
        public ValueContainer<int> PosX { get; } = new ValueContainer<int>();
        public ValueContainer<int> PosY { get; } = new ValueContainer<int>();
        public ValueContainer<bool> Fire { get; } = new ValueContainer<bool>(); // it fired a missile this round
        public DirectionContainer MoveDirection { get; } = new DirectionContainer();
        public DirectionContainer TowerDirection { get; } = new DirectionContainer();
        public ValueContainer<bool> InFlames { get; } = new ValueContainer<bool>();
        public ValueContainer<bool> HitWall { get; } = new ValueContainer<bool>();
        public ValueContainer<bool> HitMine { get; } = new ValueContainer<bool>();
        public ValueContainer<bool> HitMissile { get; } = new ValueContainer<bool>();
        public ValueContainer<bool> HitTank { get; } = new ValueContainer<bool>();
    }

    public class Missile
    {
        public ValueContainer<int> MissileId { get; } = new ValueContainer<int>();
        public ValueContainer<int> TankId { get; } = new ValueContainer<int>(); // the tank that fired it
        public ValueContainer<int> HeadPosX { get; } = new ValueContainer<int>();
        public ValueContainer<int> HeadPosY { get; } = new ValueContainer<int>();
        public ValueContainer<int> TailPosX { get; } = new ValueContainer<int>();
        public ValueContainer<int> TailPosY { get; } = new ValueContainer<int>();
        public DirectionContainer Direction { get; } = new DirectionContainer();
        public ValueContainer<bool> InFlames { get; } = new ValueContainer<bool>();
    }
}
