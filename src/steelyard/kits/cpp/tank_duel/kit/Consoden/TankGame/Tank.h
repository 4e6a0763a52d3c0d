#pragma once

#include "Direction.h"

namespace Consoden
{
namespace TankGame
{

class Tank
{
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, TankId)
    ENTITY_MEMBER(Safir::Dob::Typesystem::InstanceIdContainer, PlayerId)
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, PosX)
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, PosY)
    ENTITY_MEMBER(Safir::Dob::Typesystem::BooleanContainer, Fire)  // it fired a missile in the last round
    ENTITY_MEMBER(DirectionContainer, MoveDirection)
    ENTITY_MEMBER(DirectionContainer, TowerDirection)
    ENTITY_MEMBER(Safir::Dob::Typesystem::BooleanContainer, InFlames)
    ENTITY_MEMBER(Safir::Dob::Typesystem::BooleanContainer, HitWall)
    ENTITY_MEMBER(Safir::Dob::Typesystem::BooleanContainer, HitMine)
    ENTITY_MEMBER(Safir::Dob::Typesystem::BooleanContainer, HitMissile)
    ENTITY_MEMBER(Safir::Dob::Typesystem::BooleanContainer, HitTank)

public:
    static boost::shared_ptr<Tank> Create() { return boost::shared_ptr<Tank>(new Tank); }
};

typedef boost::shared_ptr<Tank> TankPtr;
typedef Safir::Dob::Typesystem::ObjectContainer<Tank> TankContainer;

}
}
