#pragma once

#include "Playing.h"

#include <random>
#include <string>

// Your bot; there is a new one for every game. Add what it should remember during a game.
class Bot
{
public:
    static const std::string Name;

    explicit Bot(const Start& start);

    // One of turn.Legal.
    std::string Choose(const Turn& turn);

private:
    int Worth(const State& state, const std::string& move) const;

    int m_seat;
    std::mt19937 m_chance;
};
