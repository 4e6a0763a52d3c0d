// Prints everything that the kit tells it.
#include "TankLogic.h"

#include <cmath>

#include "GameMap.h"

#include <cstdio>
#include <iostream>

using namespace Consoden::TankGame;
using Safir::Dob::Typesystem::ArrayIndex;

const std::wstring TankLogic::PlayerName = L"reporter";

namespace
{

typedef std::pair<int, int> Square;

const char* Word(const DirectionContainer& direction)
{
    static const char* const words[] = {"Neutral", "Left", "Right", "Up", "Down"};
    return direction.IsNull() ? "null" : words[direction.GetVal()];
}

void PrintStep(const char* name, const Square& square)
{
    std::printf(" %s %d %d", name, square.first, square.second);
}

template <class Holds>
void PrintGrid(const char* name, const GameMap& map, Holds holds)
{
    std::cout << name << " ";
    for (int y = 0; y < map.SizeY(); ++y)
    {
        if (y > 0) std::cout << "/";
        for (int x = 0; x < map.SizeX(); ++x) std::cout << (holds(Square(x, y)) ? 1 : 0);
    }
    std::cout << "\n";
}

void ReportMap(const GameMap& map)
{
    const int width = map.SizeX(), height = map.SizeY();
    const Square own = map.OwnPosition(), enemy = map.EnemyPosition();
    std::wcout << L"size " << width << L" " << height << std::endl;
    std::cout << "own " << own.first << " " << own.second << "\n";
    std::cout << "enemy " << enemy.first << " " << enemy.second << "\n";
    PrintGrid("empty", map, [&](const Square& square) { return map.IsEmpty(square); });
    PrintGrid("missile", map, [&](const Square& square) { return map.IsMissileInPosition(square); });
    const Square corners[] = {{0, 0}, {width - 1, 0}, {0, height - 1}, {width - 1, height - 1}, own, enemy};
    for (const Square& at : corners)
    {
        std::printf("from %d %d", at.first, at.second);
        PrintStep("left", map.MoveLeft(at));
        PrintStep("right", map.MoveRight(at));
        PrintStep("up", map.MoveUp(at));
        PrintStep("down", map.MoveDown(at));
        std::printf("\n");
    }
}

void ReportTank(const TankPtr& tank)
{
    std::cout << "tank " << tank->TankId() << " " << tank->PosX() << " " << tank->PosY() << " "
              << Word(tank->MoveDirection()) << " " << Word(tank->TowerDirection()) << " fire=" << tank->Fire()
              << " flames=" << tank->InFlames() << " wall=" << tank->HitWall() << " mine=" << tank->HitMine()
              << " missile=" << tank->HitMissile() << " tank=" << tank->HitTank() << std::endl;
}

void ReportMissile(ArrayIndex index, const MissileContainer& slot)
{
    std::cout << "missile " << index << " ";
    if (slot.IsNull())
    {
        std::cout << "null" << std::endl;
        return;
    }
    const MissilePtr missile = boost::dynamic_pointer_cast<Missile>(slot.GetPtr());
    std::cout << missile->TankId() << " head " << missile->HeadPosX() << " " << missile->HeadPosY() << " tail "
              << missile->TailPosX() << " " << missile->TailPosY() << " " << Word(missile->Direction())
              << " flames=" << missile->InFlames() << std::endl;
}

void ReportState(const GameStatePtr& state)
{
    const auto& board = state->Board().GetVal();
    std::cout << "state " << state->Width() << " " << state->Height() << " " << state->Counter() << " "
              << std::string(board.begin(), board.end()) << std::endl;
    const auto ms = [](float seconds) { return std::lround(seconds * 1000.0); };
    std::cout << "times " << ms(state->ElapsedTime()) << " " << ms(state->NextMove()) << " " << ms(state->GamePace())
              << std::endl;
    for (ArrayIndex i = 0; i < state->TanksArraySize(); ++i) ReportTank(state->Tanks()[i].GetPtr());
    for (ArrayIndex i = 0; i < state->MissilesArraySize(); ++i) ReportMissile(i, state->Missiles()[i]);
}

}

TankLogic::TankLogic(int tankId, const MoveJoystick& joystick) : m_ownTankId(tankId), m_joystick(joystick)
{
    std::cout << "new tank " << tankId << std::endl;
}

void TankLogic::MakeMove(GameStatePtr gameState)
{
    static const Direction::Enumeration ways[] = {
        Direction::Left, Direction::Right, Direction::Up, Direction::Down, Direction::Neutral};
    const GameMap map(m_ownTankId, gameState);
    ReportMap(map);
    ReportState(gameState);
    std::puts(map.Elapsed() < 60000 ? "elapsed ok" : "elapsed too much");
    map.PrintMap();
    map.PrintState();
    const int count = gameState->Counter();
    if (count % 7 == 6) return;
    m_joystick(ways[count % 5], ways[(count + 2) % 5], count % 2 == 1);
    if (count % 3 == 2) m_joystick(ways[(count + 1) % 5], Direction::Neutral, false);
}
