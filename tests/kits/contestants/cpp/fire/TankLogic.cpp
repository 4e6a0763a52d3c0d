#include "TankLogic.h"
#include "GameMap.h"

const std::wstring TankLogic::PlayerName = L"Eldgivning едц";

void TankLogic::MakeMove(Consoden::TankGame::GameStatePtr gameState)
{
    GameMap gm(m_ownTankId, gameState);
    auto own = gm.OwnPosition();
    auto enemy = gm.EnemyPosition();

    // Drive to the first free square.
    auto move = Consoden::TankGame::Direction::Neutral;
    auto next = own;
    if (gm.IsEmpty(gm.MoveUp(own)) && gm.MoveUp(own) != enemy)
    {
        move = Consoden::TankGame::Direction::Up;
        next = gm.MoveUp(own);
    }
    else if (gm.IsEmpty(gm.MoveRight(own)) && gm.MoveRight(own) != enemy)
    {
        move = Consoden::TankGame::Direction::Right;
        next = gm.MoveRight(own);
    }
    else if (gm.IsEmpty(gm.MoveDown(own)) && gm.MoveDown(own) != enemy)
    {
        move = Consoden::TankGame::Direction::Down;
        next = gm.MoveDown(own);
    }
    else
    {
        move = Consoden::TankGame::Direction::Left;
        next = gm.MoveLeft(own);
    }
    SetJoystick(move, Consoden::TankGame::Direction::Neutral, false);

    // Is our last missile still on its way?
    if (!gameState->Missiles()[m_ownTankId].IsNull()
        && !gameState->Missiles()[m_ownTankId].GetPtr()->InFlames().GetVal())
    {
        return;
    }
    if (next.first == enemy.first && next.second != enemy.second)
    {
        SetJoystick(move,
                    enemy.second < next.second ? Consoden::TankGame::Direction::Up : Consoden::TankGame::Direction::Down,
                    true);
    }
    else if (next.second == enemy.second && next.first != enemy.first)
    {
        SetJoystick(move,
                    enemy.first < next.first ? Consoden::TankGame::Direction::Left : Consoden::TankGame::Direction::Right,
                    true);
    }
}
