#include "GameMap.h"

namespace TankTeamPlayer
{
    GameMap::GameMap(int tankId, Consoden::TankGame::GameStatePtr gamePtr)
        : m_XSize(gamePtr->Width()), m_YSize(gamePtr->Height()), m_GamePtr(gamePtr)
    {
        Safir::Dob::Typesystem::Binary::const_iterator square = gamePtr->Board().GetVal().begin();
        for (int y = 0; y < m_YSize; ++y)
            for (int x = 0; x < m_XSize; ++x)
                m_GameMap[x][y] = *square++;
        for (Safir::Dob::Typesystem::ArrayIndex i = 0; i < gamePtr->TanksArraySize(); i++)
        {
            if (gamePtr->Tanks()[i].IsNull()) break;
            const std::pair<int, int> pos(gamePtr->Tanks()[i]->PosX().GetVal(), gamePtr->Tanks()[i]->PosY().GetVal());
            if (gamePtr->Tanks()[i]->TankId() == tankId) m_PlayerPos = pos;
            else m_EnemyPos = pos;
        }
    }

    bool GameMap::MissileInPosition(std::pair<int, int> pos)
    {
        for (Safir::Dob::Typesystem::ArrayIndex i = 0; i < m_GamePtr->MissilesArraySize(); i++)
        {
            if (m_GamePtr->Missiles()[i].IsNull()) continue;
            if (pos.first == m_GamePtr->Missiles()[i]->HeadPosX() && pos.second == m_GamePtr->Missiles()[i]->HeadPosY())
                return true;
        }
        return false;
    }

    std::pair<int, int> GameMap::Step(std::pair<int, int> pos, Consoden::TankGame::Direction::Enumeration direction)
    {
        switch (direction)
        {
        case Consoden::TankGame::Direction::Left: pos.first = (pos.first + m_XSize - 1) % m_XSize; break;
        case Consoden::TankGame::Direction::Right: pos.first = (pos.first + 1) % m_XSize; break;
        case Consoden::TankGame::Direction::Up: pos.second = (pos.second + m_YSize - 1) % m_YSize; break;
        case Consoden::TankGame::Direction::Down: pos.second = (pos.second + 1) % m_YSize; break;
        default: break;
        }
        return pos;
    }
};
