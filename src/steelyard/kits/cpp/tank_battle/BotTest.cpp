// Tests of your bot: `sh test.sh` runs them.
#include "Bot.h"
#include "Checks.h"

#include <map>

namespace
{

// A board with these tanks, by their squares.
State Position(const std::map<std::string, char>& tanks)
{
    State state;
    state.Board.assign(11, std::string(11, '.'));
    for (const auto& [square, tank] : tanks)
    {
        state.Board[std::size_t(11 - std::stoi(square.substr(1)))][std::size_t(square[0] - 'a')] = tank;
    }
    return state;
}

std::string Chosen(const State& state, int seat, const std::vector<std::string>& legal)
{
    Start start;
    start.Seat = seat;
    Turn turn;
    turn.State = state;
    turn.Legal = legal;
    turn.Seat = seat;
    return Bot(start).Choose(turn);
}

}

int main()
{
    // It takes the commander first.
    CHECK(Chosen(Position({{"e5", 'w'}, {"e9", 'b'}, {"h5", 'B'}}), 0, {"e5-e9", "e5-h5", "e5-d6"}) == "e5-h5");

    // It drives towards the enemy's corner.
    CHECK(Chosen(Position({{"g1", 'w'}, {"a11", 'B'}}), 0, {"g1-k1", "g1-c5", "g1-f2"}) == "g1-c5");
    CHECK(Chosen(Position({{"a11", 'b'}, {"k1", 'W'}}), 1, {"a11-a10", "a11-d8"}) == "a11-d8");

    // It passes when it must.
    CHECK(Chosen(Position({{"a11", 'w'}, {"k1", 'B'}}), 0, {"--"}) == "--");
    return kit::Report();
}
