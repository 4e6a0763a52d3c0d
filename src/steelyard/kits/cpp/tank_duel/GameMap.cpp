#include "GameMap.h"

#include <iostream>

using namespace Consoden::TankGame;
using Safir::Dob::Typesystem::ArrayIndex;

GameMap::GameMap(int tankId, const GameStatePtr& gameState)
    : m_madeAt(boost::chrono::steady_clock::now()), m_tankId(tankId), m_state(gameState)
{
}

bool GameMap::IsEmpty(const std::pair<int, int>& position) const
{
    return m_state->Board().GetVal()[Index(position)] == '.';
}

bool GameMap::IsMissileInPosition(const std::pair<int, int>& position) const
{
    for (ArrayIndex i = 0; i < m_state->MissilesArraySize(); ++i)
    {
        if (m_state->Missiles()[i].IsNull()) continue;
        const MissilePtr missile = m_state->Missiles()[i].GetPtr();
        const std::pair<int, int> head(missile->HeadPosX(), missile->HeadPosY());
        const std::pair<int, int> tail(missile->TailPosX(), missile->TailPosY());
        if (position == head || position == tail) return true;
    }
    return false;
}

std::pair<int, int> GameMap::MoveLeft(const std::pair<int, int>& position) const
{
    return Wrapped(position.first - 1, position.second);
}

std::pair<int, int> GameMap::MoveRight(const std::pair<int, int>& position) const
{
    return Wrapped(position.first + 1, position.second);
}

std::pair<int, int> GameMap::MoveUp(const std::pair<int, int>& position) const
{
    return Wrapped(position.first, position.second - 1);
}

std::pair<int, int> GameMap::MoveDown(const std::pair<int, int>& position) const
{
    return Wrapped(position.first, position.second + 1);
}

void GameMap::PrintMap() const
{
    for (int y = 0; y < SizeY(); ++y)
    {
        for (int x = 0; x < SizeX(); ++x)
        {
            const std::pair<int, int> square(x, y);
            std::cout << (IsMissileInPosition(square) ? '*' : m_state->Board().GetVal()[Index(square)]);
        }
        std::cout << std::endl;
    }
}

void GameMap::PrintState() const
{
    static const char* const names[] = {"Neutral", "Left", "Right", "Up", "Down"};
    std::cout << "own position " << OwnPosition().first << "," << OwnPosition().second << std::endl;
    std::cout << "enemy position " << EnemyPosition().first << "," << EnemyPosition().second << std::endl;
    PrintMap();
    for (ArrayIndex i = 0; i < m_state->MissilesArraySize(); ++i)
    {
        if (m_state->Missiles()[i].IsNull()) continue;
        const MissilePtr missile = m_state->Missiles()[i].GetPtr();
        std::cout << "missile head " << missile->HeadPosX() << "," << missile->HeadPosY() << " tail "
                  << missile->TailPosX() << "," << missile->TailPosY() << " " << names[missile->Direction()]
                  << (missile->InFlames() ? " in flames" : "") << std::endl;
    }
}

unsigned int GameMap::Elapsed() const
{
    const auto elapsed = boost::chrono::steady_clock::now() - m_madeAt;
    return (unsigned int)boost::chrono::duration_cast<boost::chrono::milliseconds>(elapsed).count();
}

std::pair<int, int> GameMap::Place(int tankId) const
{
    const TankPtr tank = m_state->Tanks()[tankId].GetPtr();
    return std::make_pair(tank->PosX().GetVal(), tank->PosY().GetVal());
}

std::pair<int, int> GameMap::Wrapped(int x, int y) const
{
    return std::make_pair((x + SizeX()) % SizeX(), (y + SizeY()) % SizeY());
}

std::size_t GameMap::Index(const std::pair<int, int>& position) const
{
    return std::size_t(position.first + position.second * SizeX());
}
