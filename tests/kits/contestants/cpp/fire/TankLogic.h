#ifndef TANK_LOGIC_H
#define TANK_LOGIC_H

#include <string>
#include <boost/function.hpp>
#include <Consoden/TankGame/GameState.h>

typedef boost::function<void(Consoden::TankGame::Direction::Enumeration,
                             Consoden::TankGame::Direction::Enumeration,
                             bool)> MoveJoystick;

// Fires at whatever is in line.
class TankLogic
{
public:
    static const std::wstring PlayerName;

    TankLogic(int tankId, const MoveJoystick& joystick)
        : m_ownTankId(tankId)
        , m_joystick(joystick)
    {
    }

    void MakeMove(Consoden::TankGame::GameStatePtr gameState);

private:
    int m_ownTankId;
    MoveJoystick m_joystick;

    inline void SetJoystick(Consoden::TankGame::Direction::Enumeration moveDirection,
                            Consoden::TankGame::Direction::Enumeration towerDirection,
                            bool fire)
    {
        m_joystick(moveDirection, towerDirection, fire);
    }
};

#endif
