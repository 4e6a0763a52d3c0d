#ifndef __JOYSTICK_ENTITY_HANDLER_STRATEGY_IF_H
#define __JOYSTICK_ENTITY_HANDLER_STRATEGY_IF_H

#include <Consoden/TankGame/GameState.h>

namespace TankTeamPlayer
{
    class JoystickEntityHandlerStrategyIF
    {
    public:
        virtual void MoveDirection(Consoden::TankGame::Direction::Enumeration direction) = 0;
        virtual void TowerDirection(Consoden::TankGame::Direction::Enumeration direction) = 0;
        virtual void Fire(bool fire) = 0;
    };
};
#endif
