#pragma once

#include <Consoden/TankGame/GameState.h>

struct Way
{
    Consoden::TankGame::Direction::Enumeration direction;
    int dx;
    int dy;
};

extern const Way ways[4];
