#pragma once

#include "Missile.h"
#include "Tank.h"

// Sources of the contest often rely on these coming along.
#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace Consoden
{
namespace TankGame
{

class Winner
{
public:
    enum Enumeration { Unknown, PlayerOne, PlayerTwo, Draw };
};

typedef Safir::Dob::Typesystem::EnumerationContainer<Winner::Enumeration> WinnerContainer;

class GameState
{
    typedef Safir::Dob::Typesystem::ObjectArray<Tank, 2> TankArray;
    typedef Safir::Dob::Typesystem::ObjectArray<Missile, 2> MissileArray;

    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, Width)
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, Height)
    ENTITY_MEMBER(TankArray, Tanks)        // each at the place of its id
    ENTITY_MEMBER(MissileArray, Missiles)  // null where none is in flight
    ENTITY_MEMBER(Safir::Dob::Typesystem::BinaryContainer, Board)  // . free, x wall, o mine, at x + y * Width
    ENTITY_MEMBER(Safir::Dob::Typesystem::Int32Container, Counter)  // rounds played so far
    ENTITY_MEMBER(WinnerContainer, Winner)
    ENTITY_MEMBER(Safir::Dob::Typesystem::InstanceIdContainer, PlayerOneId)
    ENTITY_MEMBER(Safir::Dob::Typesystem::InstanceIdContainer, PlayerTwoId)
    ENTITY_MEMBER(Safir::Dob::Typesystem::Si32::SecondContainer, ElapsedTime)  // in seconds: so far,
    ENTITY_MEMBER(Safir::Dob::Typesystem::Si32::SecondContainer, NextMove)  // when the joysticks are read next,
    ENTITY_MEMBER(Safir::Dob::Typesystem::Si32::SecondContainer, GamePace)  // and in a round

public:
    static boost::shared_ptr<GameState> Create() { return boost::shared_ptr<GameState>(new GameState); }
    static Safir::Dob::Typesystem::Int32 TanksArraySize() { return 2; }
    static Safir::Dob::Typesystem::Int32 MissilesArraySize() { return 2; }
};

typedef boost::shared_ptr<GameState> GameStatePtr;

}
}
