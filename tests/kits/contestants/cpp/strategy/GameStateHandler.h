#ifndef __GAME_STATE_HANDLER_H
#define __GAME_STATE_HANDLER_H

#include <Safir/Dob/SecondaryConnection.h>
#include "Strategy.h"

namespace TankTeamPlayer
{
    class GameStateHandler : public Safir::Dob::EntitySubscriber
    {
    public:
        int Run();

    private:
        Safir::Dob::SecondaryConnection m_connection;
        Strategy m_strategy;
    };
};
#endif
