// A GameState from what the referee sends, and a joystick as it wants it.
#pragma once

#include "Json.h"

#include <Consoden/TankGame/GameState.h>

#include <string>

namespace kit
{

Consoden::TankGame::GameStatePtr ReadState(const Json& told);

// "Left" with its quotes; null for Neutral.
std::string Written(Consoden::TankGame::Direction::Enumeration direction);

}
