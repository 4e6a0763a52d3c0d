using System;
using System.Text;
using Consoden.TankGame;
using Safir.Dob.Typesystem;

namespace Steelyard
{
    /// <summary>The contest's GameState as it comes over the wire.</summary>
    public sealed class State : GameState
    {
        public State(Json state)
        {
            Width.Val = state["Width"].Int;
            Height.Val = state["Height"].Int;
            Board.Val = Encoding.ASCII.GetBytes(state["Board"].Text);
            Counter.Val = state["Counter"].Int;
            Winner.Val = Word<Winner.Enumeration>(state["Winner"]);
            PlayerOneId.Val = state["PlayerOneId"].Int;
            PlayerTwoId.Val = state["PlayerTwoId"].Int;
            SetTimes(null);
            Fill(Tanks, state["Tanks"], TankOf);
            Fill(Missiles, state["Missiles"], MissileOf);
        }

        static void Fill<T>(ObjectArray<T> array, Json list, Func<Json, T> entity) where T : class
        {
            for (int i = 0; i < list.Items.Count; i++)
            {
                if (!list.Items[i].IsNull) array[i].Obj = entity(list.Items[i]);
            }
        }

        static Tank TankOf(Json tank)
        {
            var entity = new Tank();
            entity.TankId.Val = tank["TankId"].Int;
            entity.PlayerId.Val = tank["PlayerId"].Int;
            entity.PosX.Val = tank["PosX"].Int;
            entity.PosY.Val = tank["PosY"].Int;
            entity.Fire.Val = tank["Fire"].Bool;
            Point(entity.MoveDirection, tank["MoveDirection"]);
            Point(entity.TowerDirection, tank["TowerDirection"]);
            entity.InFlames.Val = tank["InFlames"].Bool;
            entity.HitWall.Val = tank["HitWall"].Bool;
            entity.HitMine.Val = tank["HitMine"].Bool;
            entity.HitMissile.Val = tank["HitMissile"].Bool;
            entity.HitTank.Val = tank["HitTank"].Bool;
            return entity;
        }

        static Missile MissileOf(Json missile)
        {
            var entity = new Missile();
            entity.MissileId.Val = missile["MissileId"].Int;
            entity.TankId.Val = missile["TankId"].Int;
            entity.HeadPosX.Val = missile["HeadPosX"].Int;
            entity.HeadPosY.Val = missile["HeadPosY"].Int;
            entity.TailPosX.Val = missile["TailPosX"].Int;
            entity.TailPosY.Val = missile["TailPosY"].Int;
            Point(entity.Direction, missile["Direction"]);
            entity.InFlames.Val = missile["InFlames"].Bool;
            return entity;
        }

        static void Point(DirectionContainer direction, Json word)
        {
            if (!word.IsNull) direction.Val = Word<Direction.Enumeration>(word);
        }

        static T Word<T>(Json word)
        {
            return (T)Enum.Parse(typeof(T), word.Text);
        }

        /// <summary>A round lasts as long as the clock says; without one, times are 0. They are seconds.</summary>
        public void SetTimes(double? clockMs)
        {
            double pace = Math.Floor(clockMs ?? 0);
            double elapsed = pace * Counter.Val;
            ElapsedTime.Val = (float)(elapsed / 1000);
            NextMove.Val = (float)((elapsed + pace) / 1000);
            GamePace.Val = (float)(pace / 1000);
        }
    }
}
