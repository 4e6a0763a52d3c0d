#pragma once

#include "Direction.h"

namespace Consoden
{
namespace TankGame
{

// Two squares long; head and tail may lie off the board.
class Missile
{
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, MissileId)
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, TankId)  // whose it is
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, HeadPosX)
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, HeadPosY)
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, TailPosX)
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, TailPosY)
    ENTITY_MEMBER(DirectionContainer, Direction)
    ENTITY_MEMBER(Safir::Dob::Typesystem::BooleanContainer, InFlames)

public:
    static boost::shared_ptr<Missile> Create() { return boost::shared_ptr<Missile>(new Missile); }
};

typedef boost::shared_ptr<Missile> MissilePtr;
typedef Safir::Dob::Typesystem::ObjectContainer<Missile> MissileContainer;

}
}
