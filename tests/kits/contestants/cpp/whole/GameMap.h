#ifndef __GAMEMAP_H
#define __GAMEMAP_H

#include <vector>
#include <map>
#include <boost/chrono.hpp>
#include <Consoden/TankGame/GameState.h>

class GameMap
{
public:
    GameMap(int tankId, const Consoden::TankGame::GameStatePtr& gamePtr);

    bool IsEmpty(const std::pair<int, int>& pos) const;
    bool IsMissileInPosition(const std::pair<int, int>& pos) const;
    const std::pair<int, int>& OwnPosition() const { return m_ownPos; }
    const std::pair<int, int>& EnemyPosition() const { return m_enemyPos; }
    std::pair<int, int> Move(const std::pair<int, int>& pos, Consoden::TankGame::Direction::Enumeration d) const;
    int Room(const std::pair<int, int>& from) const;
    unsigned int Elapsed() const
    {
        return static_cast<unsigned int>(boost::chrono::duration_cast<boost::chrono::milliseconds>(
            boost::chrono::steady_clock::now() - m_start).count());
    }

private:
    int Index(int x, int y) const { return x + y * m_sizeX; }

    boost::chrono::steady_clock::time_point m_start;
    Consoden::TankGame::GameStatePtr m_gamePtr;
    int m_sizeX, m_sizeY;
    std::pair<int, int> m_ownPos, m_enemyPos;
};

#endif
