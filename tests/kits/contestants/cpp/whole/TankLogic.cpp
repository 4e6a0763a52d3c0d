// Flood fill: go where most squares can be reached.
#include "TankLogic.h"
#include "GameMap.h"

#include <set>
#include <vector>

using namespace Consoden::TankGame;

const std::wstring TankLogic::PlayerName = L"Lag Norrland";

void TankLogic::MakeMove(GameStatePtr gameState)
{
    // The clock is in seconds: half of the pace is ours, the other half is for the network.
    const float pace = gameState->GamePace();
    const float limit = pace / 2.0f;
    m_lastNextMove = gameState->NextMove().GetVal();
    if (gameState->ElapsedTime().GetVal() > 24 * 3600.0f)
        std::wcout << L"these are no seconds" << std::endl;

    GameMap gm(m_ownTankId, gameState);
    const std::pair<int, int> own = gm.OwnPosition();
    const Direction::Enumeration all[] = { Direction::Left, Direction::Right, Direction::Up, Direction::Down };
    Direction::Enumeration best = Direction::Left;
    int bestRoom = -1;
    for (int i = 0; i < 4; ++i)
    {
        const std::pair<int, int> next = gm.Move(own, all[i]);
        int room = 0;
        if (gm.IsEmpty(next) && next != gm.EnemyPosition() && !gm.IsMissileInPosition(next))
            room = gm.Room(next);
        if (room > bestRoom)
        {
            bestRoom = room;
            best = all[i];
        }
        if (pace > 0 && gm.Elapsed() > limit * 1000)
            break;
    }
    SetJoystick(best, best, gm.Move(own, best).first == gm.EnemyPosition().first);
}
