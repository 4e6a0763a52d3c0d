// Helps to read a GameState. Make a new one for each; change it and add to it as you like.
#pragma once

#include <boost/chrono.hpp>

#include <Consoden/TankGame/GameState.h>

#include <utility>

class GameMap
{
public:
    GameMap(int tankId, const Consoden::TankGame::GameStatePtr& gameState);

    int SizeX() const { return m_state->Width(); }
    int SizeY() const { return m_state->Height(); }

    std::pair<int, int> OwnPosition() const { return Place(m_tankId); }
    std::pair<int, int> EnemyPosition() const { return Place(1 - m_tankId); }

    // Neither a wall nor a mine; a tank or a missile may be there.
    bool IsEmpty(const std::pair<int, int>& position) const;

    bool IsMissileInPosition(const std::pair<int, int>& position) const;

    // One step that way, around the edge if need be.
    std::pair<int, int> MoveLeft(const std::pair<int, int>& position) const;
    std::pair<int, int> MoveRight(const std::pair<int, int>& position) const;
    std::pair<int, int> MoveUp(const std::pair<int, int>& position) const;
    std::pair<int, int> MoveDown(const std::pair<int, int>& position) const;

    // Prints walls, mines and missiles.
    void PrintMap() const;

    // Prints the positions of both tanks, the map and the missiles.
    void PrintState() const;

    // Milliseconds since this GameMap was made.
    unsigned int Elapsed() const;

private:
    std::pair<int, int> Place(int tankId) const;
    std::pair<int, int> Wrapped(int x, int y) const;
    std::size_t Index(const std::pair<int, int>& position) const;

    boost::chrono::steady_clock::time_point m_madeAt;
    int m_tankId;
    Consoden::TankGame::GameStatePtr m_state;
};
