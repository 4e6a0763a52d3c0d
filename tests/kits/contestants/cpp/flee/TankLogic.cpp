#include "TankLogic.h"

#include <limits>

using namespace Consoden::TankGame;
using Safir::Dob::Typesystem::ArrayIndex;

const std::wstring TankLogic::PlayerName(L"Runaway");

TankLogic::TankLogic(int tankId, const MoveJoystick & setJoystick) : id(tankId), SetJoystick(setJoystick) {}

void TankLogic::FindDanger(const GameStatePtr & gs)
{
    danger.clear();
    for (ArrayIndex i = 0; i < GameState::MissilesArraySize(); ++i)
    {
        if (gs->Missiles()[i].IsNull())
            continue;

        MissilePtr missile = gs->Missiles()[i].GetPtr();
        int dx = 0, dy = 0;
        switch (missile->Direction())
        {
        case Direction::Left:  dx = -1; break;
        case Direction::Right: dx = 1;  break;
        case Direction::Up:    dy = -1; break;
        case Direction::Down:  dy = 1;  break;
        case Direction::Neutral: break;
        }
        // It flies two squares a round: where it will be next, and on the way there.
        for (int step = 0; step <= 3; ++step)
            danger.insert(Pos(missile->TailPosX() + step * dx, missile->TailPosY() + step * dy));
        danger.insert(std::make_pair(missile->HeadPosX(), missile->HeadPosY()));
    }
}

TankLogic::Pos TankLogic::Target(const GameStatePtr & gs, int x, int y, Direction::Enumeration d) const
{
    const int width = gs->Width(), height = gs->Height();
    if (d == Direction::Left) --x;
    if (d == Direction::Right) ++x;
    if (d == Direction::Up) --y;
    if (d == Direction::Down) ++y;
    return Pos((x + width) % width, (y + height) % height);
}

int TankLogic::Risk(const GameStatePtr & gs, const Pos & p) const
{
    int risk = 0;
    if (gs->Board().GetVal()[p.first + p.second * gs->Width().GetVal()] != '.')
        risk += 1000;
    if (danger.count(p))
        risk += 500;
    for (ArrayIndex i = 0; i < gs->TanksArraySize(); ++i)
    {
        if (i == id || gs->Tanks()[i].IsNull())
            continue;
        TankPtr enemy = gs->Tanks()[i].GetPtr();
        if (enemy->PosX() == p.first && enemy->PosY() == p.second)
            risk += 900;
        if (enemy->PosX() == p.first || enemy->PosY() == p.second)
            risk += 10;
    }
    for (int d = Direction::Left; d <= Direction::Down; ++d)
    {
        const Pos beyond = Target(gs, p.first, p.second, static_cast<Direction::Enumeration>(d));
        if (gs->Board().GetVal()[beyond.first + beyond.second * gs->Width()] != '.')
            risk += 20;
    }
    return risk;
}

void TankLogic::MakeMove(const GameStatePtr gs)
{
    FindDanger(gs);
    const TankPtr me = gs->Tanks()[id].GetPtr();
    Direction::Enumeration best = Direction::Neutral;
    int least = std::numeric_limits<int>::max();
    for (int d = Direction::Left; d <= Direction::Down; ++d)
    {
        const Direction::Enumeration way = static_cast<Direction::Enumeration>(d);
        const int risk = Risk(gs, Target(gs, me->PosX(), me->PosY(), way));
        if (risk < least)
        {
            least = risk;
            best = way;
        }
    }
    SetJoystick(best, Direction::Neutral, false);
}
