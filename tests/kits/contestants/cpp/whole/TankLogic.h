#ifndef __TANK_LOGIC_H__
#define __TANK_LOGIC_H__

#include <boost/function.hpp>
#include <Consoden/TankGame/GameState.h>

typedef boost::function<void(Consoden::TankGame::Direction::Enumeration,
                             Consoden::TankGame::Direction::Enumeration,
                             bool)> MoveJoystick;

class TankLogic
{
public:
    static const std::wstring PlayerName;

    TankLogic(int tankId, const MoveJoystick& fn) : m_ownTankId(tankId), m_joystick(fn), m_lastNextMove(0) {}

    void MakeMove(Consoden::TankGame::GameStatePtr gameState);

private:
    void SetJoystick(Consoden::TankGame::Direction::Enumeration move,
                     Consoden::TankGame::Direction::Enumeration tower, bool fire)
    {
        m_joystick(move, tower, fire);
    }

    int m_ownTankId;
    MoveJoystick m_joystick;
    float m_lastNextMove; // seconds
};

#endif
