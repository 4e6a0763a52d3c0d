#include "Ways.h"

using Consoden::TankGame::Direction;

const Way ways[4] = {
    {Direction::Left, -1, 0},
    {Direction::Right, 1, 0},
    {Direction::Up, 0, -1},
    {Direction::Down, 0, 1},
};
