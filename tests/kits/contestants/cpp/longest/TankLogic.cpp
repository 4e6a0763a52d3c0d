#include "TankLogic.h"
#include "GameMap.h"
#include "Ways.h"

const std::wstring TankLogic::PlayerName = L"Longest run";

void TankLogic::MakeMove(Consoden::TankGame::GameStatePtr gameState)
{
    GameMap map(m_tankId, gameState);
    const std::pair<int, int> own = map.OwnPosition();
    if (m_way < 0 || map.Run(own.first, own.second, ways[m_way].dx, ways[m_way].dy, 1) == 0)
    {
        int best = -1;
        for (int way = 0; way < 4 && map.HasTime(); ++way)
        {
            const int run = map.Run(own.first, own.second, ways[way].dx, ways[way].dy, 14);
            if (run > best)
            {
                best = run;
                m_way = way;
                m_joystick(ways[way].direction, Consoden::TankGame::Direction::Neutral, false);
            }
        }
    }
    m_joystick(ways[m_way].direction, Consoden::TankGame::Direction::Neutral, false);
}
