// The joystick of a Strategy, for folders that have no header of this name.
#pragma once

#include <Consoden/TankGame/GameState.h>

namespace TankTeamPlayer
{

class JoystickEntityHandlerStrategyIF
{
public:
    virtual ~JoystickEntityHandlerStrategyIF() {}

    virtual void MoveDirection(Consoden::TankGame::Direction::Enumeration direction) = 0;
    virtual void TowerDirection(Consoden::TankGame::Direction::Enumeration direction) = 0;
    virtual void Fire(bool fire) = 0;
};

}
