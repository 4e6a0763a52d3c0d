// A game as a bot is told of it: Start once, then a Turn each time a move is due.
#pragma once

#include "State.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

struct Start
{
    std::string Game;  // which one; a process may play many
    int Seat = 0;      // where you sit: 0 or 1
    std::map<std::string, std::string> Options;  // those that are not at their default
    std::vector<std::string> Players;
    std::string Clock;
    long long Seed = 0;  // chance for your bot: with the same seed it should play the same
};

struct Turn
{
    int Number = 0;  // counts from 1
    ::State State;
    std::vector<std::string> Legal;  // every move you may make
    int Seat = 0;
    std::optional<double> ClockMs;  // what you have left; nothing is no limit
    std::optional<double> EnemyClockMs;
    double LatencyMs = 0;  // how late this machine runs things: keep at least this much in hand
};
