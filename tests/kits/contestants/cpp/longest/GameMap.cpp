#include "GameMap.h"

using namespace Consoden::TankGame;

GameMap::GameMap(int tankId, const GameStatePtr& gameState)
    : m_start(boost::chrono::steady_clock::now())
    , m_width(gameState->Width().GetVal())
    , m_height(gameState->Height().GetVal())
{
    const auto& board = gameState->Board().GetVal();
    for (std::size_t i = 0; i < board.size(); ++i)
    {
        m_free.push_back(board[i] == '.');
    }
    for (Safir::Dob::Typesystem::ArrayIndex i = 0; i < gameState->TanksArraySize(); ++i)
    {
        if (gameState->Tanks()[i].IsNull()) continue;
        const TankPtr tank = gameState->Tanks()[i].GetPtr();
        if (tank->TankId().GetVal() == tankId)
        {
            m_own = std::make_pair(tank->PosX().GetVal(), tank->PosY().GetVal());
        }
        m_free[Index(tank->PosX(), tank->PosY())] = false;
    }
}

std::size_t GameMap::Index(int x, int y) const
{
    return (x + m_width) % m_width + (y + m_height) % m_height * m_width;
}

int GameMap::Run(int x, int y, int dx, int dy, int most) const
{
    int length = 0;
    while (length < most && Free(x + dx, y + dy))
    {
        x = (x + dx + m_width) % m_width;
        y = (y + dy + m_height) % m_height;
        ++length;
    }
    return length;
}

bool GameMap::HasTime() const
{
    const boost::chrono::steady_clock::duration passed = boost::chrono::steady_clock::now() - m_start;
    return boost::chrono::duration_cast<boost::chrono::milliseconds>(passed).count() < 800;
}
