#pragma once
#include <boost/function.hpp>
#include <Consoden/TankGame/GameState.h>
#include <string>

typedef boost::function<void(Consoden::TankGame::Direction::Enumeration,
                             Consoden::TankGame::Direction::Enumeration, bool)> MoveJoystick;

class PathFinder;

class TankLogic
{
public:
    static const std::wstring PlayerName;
    TankLogic(int tankId, const MoveJoystick& fn);
    ~TankLogic();
    void MakeMove(Consoden::TankGame::GameStatePtr gameState);

private:
    int m_ownTankId;
    MoveJoystick m_joystick;
    PathFinder* m_finder;
};
