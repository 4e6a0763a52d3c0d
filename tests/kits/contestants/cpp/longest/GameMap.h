#ifndef GAME_MAP_H
#define GAME_MAP_H

#include <vector>
#include <boost/chrono.hpp>
#include <Consoden/TankGame/GameState.h>

// A GameMap of the team's own, in the place of the one that came with the skeleton.
class GameMap
{
public:
    GameMap(int tankId, const Consoden::TankGame::GameStatePtr& gameState);

    bool Free(int x, int y) const { return m_free[Index(x, y)]; }
    int Run(int x, int y, int dx, int dy, int most) const;
    std::pair<int, int> OwnPosition() const { return m_own; }
    bool HasTime() const;

private:
    std::size_t Index(int x, int y) const;

    boost::chrono::steady_clock::time_point m_start;
    int m_width;
    int m_height;
    std::vector<bool> m_free;
    std::pair<int, int> m_own;
};

#endif
