// Looks where missiles will be next round and goes elsewhere. Names everything in full.
using System;
using System.Collections.Generic;
using System.Linq;

namespace tank_player_cs
{
    public delegate void SetJoystick(
        Consoden.TankGame.Direction.Enumeration moveDirection,
        Consoden.TankGame.Direction.Enumeration towerDirection,
        bool fire);

    public class TankLogic
    {
        public static readonly string PlayerName = "Chicken";

        private readonly int myId;
        private readonly SetJoystick joystick;

        public TankLogic(int tankId, SetJoystick setJoystick)
        {
            myId = tankId;
            joystick = setJoystick;
        }

        public void MakeMove(Consoden.TankGame.GameState gameState)
        {
            // In case the thinking takes too long: something is set.
            joystick(Consoden.TankGame.Direction.Enumeration.Up, Consoden.TankGame.Direction.Enumeration.Neutral, false);

            GameMap gm = new GameMap(myId, gameState);
            List<Position> danger = Danger(gameState);
            var choices = new Dictionary<Consoden.TankGame.Direction.Enumeration, Position> {
                { Consoden.TankGame.Direction.Enumeration.Up, gm.MoveUp(gm.OwnPosition) },
                { Consoden.TankGame.Direction.Enumeration.Right, gm.MoveRight(gm.OwnPosition) },
                { Consoden.TankGame.Direction.Enumeration.Down, gm.MoveDown(gm.OwnPosition) },
                { Consoden.TankGame.Direction.Enumeration.Left, gm.MoveLeft(gm.OwnPosition) },
            };
            foreach (var choice in choices) {
                bool hit = danger.Any(p => p.X == choice.Value.X && p.Y == choice.Value.Y);
                if (gm.IsEmpty(choice.Value) && !gm.IsMissileInPosition(choice.Value) && !hit) {
                    joystick(choice.Key, Consoden.TankGame.Direction.Enumeration.Neutral, false);
                    return;
                }
            }
        }

        private static List<Position> Danger(Consoden.TankGame.GameState gameState)
        {
            var squares = new List<Position>();
            for (int i = 0; i < gameState.Missiles.Count; i++) {
                if (gameState.Missiles[i].IsNull())
                    continue;
                Consoden.TankGame.Missile missile = gameState.Missiles[i].Obj;
                if (missile.InFlames.Val)
                    continue;
                int dx = missile.HeadPosX.Val - missile.TailPosX.Val;
                int dy = missile.HeadPosY.Val - missile.TailPosY.Val;
                for (int step = 1; step <= 2; step++) {
                    Position p;
                    p.X = missile.HeadPosX.Val + step * dx;
                    p.Y = missile.HeadPosY.Val + step * dy;
                    squares.Add(p);
                }
            }
            return squares;
        }
    }
}
