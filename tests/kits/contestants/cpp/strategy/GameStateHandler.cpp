#include <Consoden/TankGame/GameState.h>
#include <Consoden/TankGame/Tank.h>

#include "GameStateHandler.h"

namespace TankTeamPlayer
{
    int GameStateHandler::Run()
    {
        m_connection.Attach();
        m_connection.SubscribeEntity(Consoden::TankGame::GameState::ClassTypeId, this);
        return 0;
    }
};
