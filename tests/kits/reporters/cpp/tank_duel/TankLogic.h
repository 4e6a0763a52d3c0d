#pragma once

#include <boost/function.hpp>

#include <Consoden/TankGame/GameState.h>

typedef boost::function<void(Consoden::TankGame::Direction::Enumeration,
                             Consoden::TankGame::Direction::Enumeration,
                             bool)>
    MoveJoystick;

class TankLogic
{
public:
    static const std::wstring PlayerName;

    TankLogic(int tankId, const MoveJoystick& joystick);
    void MakeMove(Consoden::TankGame::GameStatePtr gameState);

private:
    int m_ownTankId;
    MoveJoystick m_joystick;
};
