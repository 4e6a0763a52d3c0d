#pragma once

#include "Direction.h"

namespace Consoden
{
namespace TankGame
{

class Joystick
{
    ENTITY_MEMBER(Safir::Dob::Typesystem::InstanceIdContainer, GameId)
    ENTITY_MEMBER(Safir::Dob::Typesystem::InstanceIdContainer, PlayerId)
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, TankId)
    ENTITY_MEMBER(DirectionContainer, MoveDirection)
    ENTITY_MEMBER(DirectionContainer, TowerDirection)
    ENTITY_MEMBER(Safir::Dob::Typesystem::BooleanContainer, Fire)
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, Counter)

public:
    static boost::shared_ptr<Joystick> Create() { return boost::shared_ptr<Joystick>(new Joystick); }
};

typedef boost::shared_ptr<Joystick> JoystickPtr;

}
}
