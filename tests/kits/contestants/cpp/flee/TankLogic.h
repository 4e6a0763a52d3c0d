#pragma once

#include <set>
#include <utility>
#include <boost/function.hpp>
#include <Consoden/TankGame/GameState.h>

namespace CTG = Consoden::TankGame;

typedef boost::function<void(CTG::Direction::Enumeration, CTG::Direction::Enumeration, bool)> MoveJoystick;

// Flees from missiles: never drives where one is or will be.
class TankLogic
{
public:
    const static std::wstring PlayerName;
    TankLogic(int tankId, const MoveJoystick & setJoystick);
    void MakeMove(const CTG::GameStatePtr gs);

private:
    typedef std::pair<int,int> Pos;

    Pos Target(const CTG::GameStatePtr & gs, int x, int y, CTG::Direction::Enumeration d) const;
    void FindDanger(const CTG::GameStatePtr & gs);
    int Risk(const CTG::GameStatePtr & gs, const Pos & p) const;

    const int id;
    MoveJoystick SetJoystick;
    std::set<Pos> danger;
};
