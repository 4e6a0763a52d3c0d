#ifndef __JOYSTICK_ENTITY_HANDLER_H
#define __JOYSTICK_ENTITY_HANDLER_H

#include <Safir/Dob/Connection.h>
#include <Consoden/TankGame/Joystick.h>
#include "JoystickEntityHandlerStrategyIF.h"

namespace TankTeamPlayer
{
    class JoystickEntityHandler : public Safir::Dob::EntityHandler, public JoystickEntityHandlerStrategyIF
    {
    public:
        virtual void MoveDirection(Consoden::TankGame::Direction::Enumeration direction);
        virtual void TowerDirection(Consoden::TankGame::Direction::Enumeration direction);
        virtual void Fire(bool fire);

    private:
        Consoden::TankGame::JoystickPtr m_joystick;
    };
};
#endif
