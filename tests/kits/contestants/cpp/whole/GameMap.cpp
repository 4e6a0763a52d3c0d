#include "GameMap.h"

#include <queue>

using namespace Consoden::TankGame;

GameMap::GameMap(int tankId, const GameStatePtr& gamePtr)
    : m_start(boost::chrono::steady_clock::now()), m_gamePtr(gamePtr),
      m_sizeX(gamePtr->Width()), m_sizeY(gamePtr->Height())
{
    for (int i = 0; i < gamePtr->TanksArraySize(); ++i)
    {
        if (gamePtr->Tanks()[i].IsNull())
            continue;
        const TankPtr tank = boost::static_pointer_cast<Tank>(gamePtr->Tanks()[i].GetPtr());
        (tank->TankId() == tankId ? m_ownPos : m_enemyPos) = std::make_pair(tank->PosX(), tank->PosY());
    }
}

bool GameMap::IsEmpty(const std::pair<int, int>& pos) const
{
    return m_gamePtr->Board().GetVal().at(Index(pos.first, pos.second)) == '.';
}

bool GameMap::IsMissileInPosition(const std::pair<int, int>& pos) const
{
    for (int i = 0; i < m_gamePtr->MissilesArraySize(); ++i)
    {
        if (m_gamePtr->Missiles()[i].IsNull())
            continue;
        const MissilePtr m = m_gamePtr->Missiles()[i].GetPtr();
        if ((m->HeadPosX() == pos.first && m->HeadPosY() == pos.second) ||
            (m->TailPosX() == pos.first && m->TailPosY() == pos.second))
            return true;
    }
    return false;
}

std::pair<int, int> GameMap::Move(const std::pair<int, int>& pos, Direction::Enumeration d) const
{
    switch (d)
    {
    case Direction::Right: return std::make_pair((pos.first + 1) % m_sizeX, pos.second);
    case Direction::Up:    return std::make_pair(pos.first, (pos.second - 1 + m_sizeY) % m_sizeY);
    case Direction::Down:  return std::make_pair(pos.first, (pos.second + 1) % m_sizeY);
    default:               return std::make_pair((pos.first - 1 + m_sizeX) % m_sizeX, pos.second);
    }
}

int GameMap::Room(const std::pair<int, int>& from) const
{
    std::map<std::pair<int, int>, bool> seen;
    std::queue<std::pair<int, int> > open;
    open.push(from);
    seen[from] = true;
    const Direction::Enumeration all[] = { Direction::Left, Direction::Right, Direction::Up, Direction::Down };
    while (!open.empty())
    {
        const std::pair<int, int> at = open.front();
        open.pop();
        for (int i = 0; i < 4; ++i)
        {
            const std::pair<int, int> next = Move(at, all[i]);
            if (!seen[next] && IsEmpty(next))
            {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    return static_cast<int>(seen.size());
}
