// Your bot: edit this file.
//
// This one drives where the longest run of free squares lies ahead, and fires when the enemy is in line.
#include "TankLogic.h"

#include "GameMap.h"

using namespace Consoden::TankGame;

const std::wstring TankLogic::PlayerName = L"{{name}}";

namespace
{

typedef std::pair<int, int> Square;

const Direction::Enumeration ways[] = {Direction::Left, Direction::Right, Direction::Up, Direction::Down};
const int longestLook = 6;

Square Step(const GameMap& map, const Square& square, Direction::Enumeration direction)
{
    switch (direction)
    {
    case Direction::Right: return map.MoveRight(square);
    case Direction::Up: return map.MoveUp(square);
    case Direction::Down: return map.MoveDown(square);
    default: return map.MoveLeft(square);
    }
}

// How many squares that way are free, as far as we look.
int FreeRun(const GameMap& map, Direction::Enumeration direction)
{
    Square square = map.OwnPosition();
    for (int length = 0; length < longestLook; ++length)
    {
        square = Step(map, square, direction);
        const bool taken = square == map.EnemyPosition() || map.IsMissileInPosition(square);
        if (taken || !map.IsEmpty(square)) return length;
    }
    return longestLook;
}

// Where to fire from one square to hit another; a missile does not go around the edge.
Direction::Enumeration InLine(const Square& own, const Square& enemy)
{
    if (own == enemy) return Direction::Neutral;
    if (own.second == enemy.second) return enemy.first < own.first ? Direction::Left : Direction::Right;
    if (own.first == enemy.first) return enemy.second < own.second ? Direction::Up : Direction::Down;
    return Direction::Neutral;
}

}

void TankLogic::MakeMove(GameStatePtr gameState)
{
    const GameMap map(m_ownTankId, gameState);
    Direction::Enumeration way = ways[0];
    for (const Direction::Enumeration other : ways)
    {
        if (FreeRun(map, other) > FreeRun(map, way)) way = other;
    }
    const Direction::Enumeration aim = InLine(Step(map, map.OwnPosition(), way), map.EnemyPosition());
    SetJoystick(way, aim, aim != Direction::Neutral);
}
