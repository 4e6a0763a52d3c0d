// Your bot: edit this file.
//
// This one looks one round ahead: of its moves it makes the one after which, over all answers of the enemy,
// it destroys the most for the least. Among equals chance decides.
#include "Bot.h"

#include <algorithm>
#include <cstdlib>

const std::string Bot::Name = "{{name}}";

namespace
{

bool CanMove(const State& state, const Tank& tank)
{
    const int ahead = state.Ahead(tank);
    return tank.Alive && ahead >= 0 && ahead <= 5 && !state.TankAt(tank.Column, ahead);
}

// A player's living tanks when one of them has moved.
std::vector<Tank> Moved(const State& state, const Tank& mover)
{
    std::vector<Tank> tanks;
    for (Tank tank : state.Tanks)
    {
        if (!tank.Alive || tank.Seat != mover.Seat) continue;
        if (tank.Name == mover.Name) tank.Row = state.Ahead(tank);
        tanks.push_back(tank);
    }
    return tanks;
}

bool Hits(const Tank& tank, const Tank& other, bool cHitsNear)
{
    const int dx = std::abs(tank.Column - other.Column), dy = std::abs(tank.Row - other.Row);
    const bool straight = dx == 0 || dy == 0;
    switch (tank.Type)
    {
    case 'A': return dx == 1 && dy == 1;
    case 'B': return straight && dx + dy == 1;
    default: return straight && (dx + dy == 2 || (cHitsNear && dx + dy == 1));
    }
}

int CountHit(const std::vector<Tank>& firing, const std::vector<Tank>& targets, bool cHitsNear)
{
    return int(std::count_if(targets.begin(), targets.end(), [&](const Tank& target) {
        return std::any_of(firing.begin(), firing.end(),
                           [&](const Tank& tank) { return Hits(tank, target, cHitsNear); });
    }));
}

}

// A game begins.
Bot::Bot(const Start& start) : m_seat(start.Seat), m_chance(unsigned(start.Seed))
{
    const auto reach = start.Options.find("c_reach");
    m_cHitsNear = reach != start.Options.end() && reach->second == "up_to_two";
}

std::string Bot::Choose(const Turn& turn)
{
    std::vector<std::string> moves = turn.Legal;
    std::shuffle(moves.begin(), moves.end(), m_chance);
    return *std::max_element(moves.begin(), moves.end(), [&](const std::string& a, const std::string& b) {
        return Worth(turn.State, a) < Worth(turn.State, b);
    });
}

// Enemies destroyed less own tanks lost, over all the enemy's moves together.
int Bot::Worth(const State& state, const std::string& move) const
{
    const std::vector<Tank> own = Moved(state, state.TankOf(m_seat, move));
    int worth = 0;
    for (const Tank& enemy : state.Tanks)
    {
        if (enemy.Seat == m_seat || !CanMove(state, enemy)) continue;
        const std::vector<Tank> enemies = Moved(state, enemy);
        worth += CountHit(own, enemies, m_cHitsNear) - CountHit(enemies, own, m_cHitsNear);
    }
    return worth;
}
