// Your bot: edit this file.
//
// This one takes what it can, a commander above all; otherwise it drives a tank as far as it can towards the
// enemy's corner. Among equals chance decides.
#include "Bot.h"

#include <algorithm>
#include <cstdlib>

const std::string Bot::Name = "{{name}}";

namespace
{

const std::string corner[] = {"a11", "k1"};  // where seat 0 and seat 1 want to go: the enemy's corner

// In moves of a chess king.
int Distance(const std::string& square, const std::string& other)
{
    const int files = std::abs(square[0] - other[0]);
    const int ranks = std::abs(std::stoi(square.substr(1)) - std::stoi(other.substr(1)));
    return std::max(files, ranks);
}

}

// A game begins.
Bot::Bot(const Start& start) : m_seat(start.Seat), m_chance(unsigned(start.Seed)) {}

// "--", a pass, is the only legal move if no tank can move.
std::string Bot::Choose(const Turn& turn)
{
    std::vector<std::string> moves = turn.Legal;
    std::shuffle(moves.begin(), moves.end(), m_chance);
    return *std::max_element(moves.begin(), moves.end(), [&](const std::string& a, const std::string& b) {
        return Worth(turn.State, a) < Worth(turn.State, b);
    });
}

int Bot::Worth(const State& state, const std::string& move) const
{
    if (move == "--") return 0;
    const std::string target = ToSquare(move), goal = corner[m_seat];
    const int nearer = Distance(FromSquare(move), goal) - Distance(target, goal);
    if (!state.Captures(move)) return nearer;
    const bool commander = state.At(target) == 'W' || state.At(target) == 'B';
    return nearer + (commander ? 40 : 20);
}
