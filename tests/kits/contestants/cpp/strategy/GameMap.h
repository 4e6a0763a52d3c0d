#ifndef __GAMEMAP_H
#define __GAMEMAP_H

#include <map>

#include <Consoden/TankGame/GameState.h>

namespace TankTeamPlayer
{
    class GameMap
    {
    public:
        GameMap(int tankId, Consoden::TankGame::GameStatePtr gamePtr);

        bool EmptySquare(std::pair<int, int> pos) { return m_GameMap[pos.first][pos.second] == '.'; }
        std::pair<int, int> PlayerPosition() { return m_PlayerPos; }
        std::pair<int, int> EnemyPosition() { return m_EnemyPos; }
        bool MissileInPosition(std::pair<int, int> pos);
        std::pair<int, int> Step(std::pair<int, int> pos, Consoden::TankGame::Direction::Enumeration direction);

    private:
        int m_XSize, m_YSize;
        Consoden::TankGame::GameStatePtr m_GamePtr;
        std::map<int, std::map<int, char> > m_GameMap;
        std::pair<int, int> m_PlayerPos, m_EnemyPos;
    };
};
#endif
