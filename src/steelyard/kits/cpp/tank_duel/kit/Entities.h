// A GameState from what the referee sends, and a direction as it wants it.
#pragma once

#include "Json.h"

#include <Consoden/TankGame/GameState.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace kit
{

using namespace Consoden::TankGame;
namespace Types = Safir::Dob::Typesystem;

static const std::string directions[] = {"", "Left", "Right", "Up", "Down"};
static const std::string winners[] = {"Unknown", "PlayerOne", "PlayerTwo", "Draw"};

inline void Read(const Json& told, Types::Int32Container& into)
{
    into.SetVal(Types::Int32(told.Int()));
}

inline void Read(const Json& told, Types::InstanceIdContainer& into)
{
    into.SetVal(told.Int());
}

inline void Read(const Json& told, Types::BooleanContainer& into)
{
    into.SetVal(told.Bool());
}

template <class Enumeration, std::size_t count>
void ReadWord(const Json& told, const std::string (&words)[count], Types::EnumerationContainer<Enumeration>& into)
{
    if (told.IsNull()) return;
    const auto found = std::find(std::begin(words), std::end(words), told.Text());
    if (found == std::end(words)) throw std::runtime_error("the referee sent an unknown word: " + told.Text());
    into.SetVal(Enumeration(found - std::begin(words)));
}

inline TankPtr ReadTank(const Json& told)
{
    const TankPtr tank(new Tank);
    Read(told["TankId"], tank->TankId());
    Read(told["PlayerId"], tank->PlayerId());
    Read(told["PosX"], tank->PosX());
    Read(told["PosY"], tank->PosY());
    Read(told["Fire"], tank->Fire());
    ReadWord(told["MoveDirection"], directions, tank->MoveDirection());
    ReadWord(told["TowerDirection"], directions, tank->TowerDirection());
    Read(told["InFlames"], tank->InFlames());
    Read(told["HitWall"], tank->HitWall());
    Read(told["HitMine"], tank->HitMine());
    Read(told["HitMissile"], tank->HitMissile());
    Read(told["HitTank"], tank->HitTank());
    return tank;
}

inline MissilePtr ReadMissile(const Json& told)
{
    const MissilePtr missile(new Missile);
    Read(told["MissileId"], missile->MissileId());
    Read(told["TankId"], missile->TankId());
    Read(told["HeadPosX"], missile->HeadPosX());
    Read(told["HeadPosY"], missile->HeadPosY());
    Read(told["TailPosX"], missile->TailPosX());
    Read(told["TailPosY"], missile->TailPosY());
    ReadWord(told["Direction"], directions, missile->Direction());
    Read(told["InFlames"], missile->InFlames());
    return missile;
}

// A round lasts as long as the clock says; without one, times are 0. They are seconds.
inline void SetTimes(GameState& state, const Json& clock)
{
    const double pace = clock.IsNull() ? 0 : std::floor(clock.Number());
    const double elapsed = pace * state.Counter();
    state.ElapsedTime().SetVal(Types::Float32(elapsed / 1000));
    state.NextMove().SetVal(Types::Float32((elapsed + pace) / 1000));
    state.GamePace().SetVal(Types::Float32(pace / 1000));
}

inline GameStatePtr ReadState(const Json& told, const Json& clock)
{
    const GameStatePtr state(new GameState);
    Read(told["Width"], state->Width());
    Read(told["Height"], state->Height());
    for (Types::ArrayIndex i = 0; i < 2; ++i)
    {
        const Json& tank = told["Tanks"][std::size_t(i)];
        const Json& missile = told["Missiles"][std::size_t(i)];
        if (!tank.IsNull()) state->Tanks()[i].SetPtr(ReadTank(tank));
        if (!missile.IsNull()) state->Missiles()[i].SetPtr(ReadMissile(missile));
    }
    const std::string& board = told["Board"].Text();
    state->Board().SetVal(Types::Binary(board.begin(), board.end()));
    Read(told["Counter"], state->Counter());
    ReadWord(told["Winner"], winners, state->Winner());
    Read(told["PlayerOneId"], state->PlayerOneId());
    Read(told["PlayerTwoId"], state->PlayerTwoId());
    SetTimes(*state, clock);
    return state;
}

// "Left" with its quotes; null for Neutral.
inline std::string Written(Direction::Enumeration direction)
{
    return direction == Direction::Neutral ? "null" : Quoted(directions[direction]);
}

}
