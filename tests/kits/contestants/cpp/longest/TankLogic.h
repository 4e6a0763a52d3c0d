#ifndef TANK_LOGIC_H
#define TANK_LOGIC_H

#include <boost/function.hpp>
#include <Consoden/TankGame/GameState.h>

typedef boost::function<void(Consoden::TankGame::Direction::Enumeration,
                             Consoden::TankGame::Direction::Enumeration,
                             bool)> MoveJoystick;

// Follows the longest free run, turning only where it ends.
class TankLogic
{
public:
    static const std::wstring PlayerName;
    TankLogic(int tankId, const MoveJoystick& joystick) : m_tankId(tankId), m_joystick(joystick), m_way(-1) {}
    void MakeMove(Consoden::TankGame::GameStatePtr gameState);

private:
    int m_tankId;
    MoveJoystick m_joystick;
    int m_way;
};

#endif
