#include <Safir/Dob/SuccessResponse.h>
#include "JoystickEntityHandler.h"

namespace TankTeamPlayer
{
    void JoystickEntityHandler::MoveDirection(Consoden::TankGame::Direction::Enumeration direction)
    {
        m_joystick->MoveDirection() = direction;
    }

    void JoystickEntityHandler::TowerDirection(Consoden::TankGame::Direction::Enumeration direction)
    {
        m_joystick->TowerDirection() = direction;
    }

    void JoystickEntityHandler::Fire(bool fire)
    {
        m_joystick->Fire() = fire;
    }
};
