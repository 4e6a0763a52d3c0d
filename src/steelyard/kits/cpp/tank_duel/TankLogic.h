#pragma once

#include <boost/function.hpp>

#include <Consoden/TankGame/GameState.h>

#include <string>

// Sets the joystick: where to drive, where to aim, whether to fire.
typedef boost::function<void(Consoden::TankGame::Direction::Enumeration,
                             Consoden::TankGame::Direction::Enumeration,
                             bool)>
    MoveJoystick;

// Your bot; there is a new one for every game. Add what it should remember during a game.
class TankLogic
{
public:
    static const std::wstring PlayerName;

    TankLogic(int tankId, const MoveJoystick& joystick) : m_ownTankId(tankId), m_joystick(joystick) {}

    // Called with the first state of a game and each time it has changed: set the joystick.
    void MakeMove(Consoden::TankGame::GameStatePtr gameState);

private:
    // May be called as often as you like in a round; what was set last counts, and stays set.
    void SetJoystick(Consoden::TankGame::Direction::Enumeration moveDirection,
                     Consoden::TankGame::Direction::Enumeration towerDirection,
                     bool fire)
    {
        m_joystick(moveDirection, towerDirection, fire);
    }

    int m_ownTankId;
    MoveJoystick m_joystick;
};
