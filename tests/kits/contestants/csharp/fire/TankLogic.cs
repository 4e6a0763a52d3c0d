// Fires at whatever stands in line with it, and drives on where it can.
using System;
using Consoden.TankGame;

namespace tank_player_cs
{
    delegate void SetJoystick(Direction.Enumeration moveDirection, Direction.Enumeration towerDirection, bool fire);

    class TankLogic
    {
        public const string PlayerName = "Fire at will";

        private int tankId;
        private SetJoystick setJoystick;

        public TankLogic(int tankId, SetJoystick setJoystick)
        {
            this.tankId = tankId;
            this.setJoystick = setJoystick;
        }

        public void MakeMove(GameState gameState)
        {
            GameMap gm = new GameMap(tankId, gameState);
            Position own = gm.OwnPosition;
            Position enemy = gm.EnemyPosition;

            Direction.Enumeration move = Direction.Enumeration.Neutral;
            Position next = gm.MoveLeft(own);
            if (gm.IsEmpty(gm.MoveLeft(own))) {
                move = Direction.Enumeration.Left;
            } else if (gm.IsEmpty(gm.MoveDown(own))) {
                move = Direction.Enumeration.Down;
                next = gm.MoveDown(own);
            } else if (gm.IsEmpty(gm.MoveRight(own))) {
                move = Direction.Enumeration.Right;
                next = gm.MoveRight(own);
            } else if (gm.IsEmpty(gm.MoveUp(own))) {
                move = Direction.Enumeration.Up;
                next = gm.MoveUp(own);
            }

            Direction.Enumeration tower = Direction.Enumeration.Neutral;
            if (next.X == enemy.X && next.Y != enemy.Y) {
                tower = next.Y > enemy.Y ? Direction.Enumeration.Up : Direction.Enumeration.Down;
            } else if (next.Y == enemy.Y && next.X != enemy.X) {
                tower = next.X > enemy.X ? Direction.Enumeration.Left : Direction.Enumeration.Right;
            }

            bool alreadyFlying = false;
            for (int i = 0; i < gameState.Missiles.Count; i++) {
                if (!gameState.Missiles[i].IsNull() && gameState.Missiles[i].Obj.TankId.Val == tankId)
                    alreadyFlying = true;
            }
            setJoystick(move, tower, tower != Direction.Enumeration.Neutral && !alreadyFlying);
        }
    }
}
