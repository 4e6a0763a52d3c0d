// Prints the map every round, in every way there is.
#include "TankLogic.h"
#include "GameMap.h"

#include <cstdio>
#include <iostream>

const std::wstring TankLogic::PlayerName = L"Printer";

namespace
{

struct Greeting
{
    Greeting() { std::cout << "{\"type\":\"nonsense\"}" << std::endl; }
} greeting;

}

void TankLogic::MakeMove(Consoden::TankGame::GameStatePtr gameState)
{
    GameMap gm(m_ownTankId, gameState);
    std::cout << "round " << gameState->Counter() << std::endl;
    gm.PrintMap();
    gm.PrintState();
    std::wcout << L"wide: \u00e5\u00e4\u00f6 " << gm.SizeX() << L" x " << gm.SizeY() << std::endl;
    printf("{\"type\":\"move\",\"move\":\"L\"}\n");
    fprintf(stdout, "%d", std::getchar());
    fflush(stdout);
    std::clog << gm.Elapsed() << " ms" << std::endl;

    const std::pair<int, int> own = gm.OwnPosition();
    Consoden::TankGame::Direction::Enumeration way = Consoden::TankGame::Direction::Neutral;
    if (gm.IsEmpty(gm.MoveDown(own)))
        way = Consoden::TankGame::Direction::Down;
    else if (gm.IsEmpty(gm.MoveRight(own)))
        way = Consoden::TankGame::Direction::Right;
    else if (gm.IsEmpty(gm.MoveUp(own)))
        way = Consoden::TankGame::Direction::Up;
    SetJoystick(way, Consoden::TankGame::Direction::Neutral, false);
}
