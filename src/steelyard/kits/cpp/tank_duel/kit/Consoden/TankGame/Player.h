#pragma once

#include <Safir/Dob/Typesystem.h>

namespace Consoden
{
namespace TankGame
{

class Player
{
    ENTITY_MEMBER(Safir::Dob::Typesystem::StringContainer, Name)

public:
    static boost::shared_ptr<Player> Create() { return boost::shared_ptr<Player>(new Player); }
};

typedef boost::shared_ptr<Player> PlayerPtr;

}
}
