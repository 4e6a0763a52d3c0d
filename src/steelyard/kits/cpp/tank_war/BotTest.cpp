// Tests of your bot: `sh test.sh` runs them.
#include "Bot.h"
#include "Checks.h"

#include <algorithm>

namespace
{

const std::vector<std::string> names = {"LA", "LB", "LC", "RC", "RB", "RA"};

// A position in notation: per column both tanks' rows (x: destroyed) and how many boxes are seat 0's.
State Position(const std::string& text)
{
    State state;
    state.Text = text;
    state.Territory.assign(6, std::string(6, '1'));
    for (int seat : {0, 1})
    {
        for (int column = 0; column < 6; ++column)
        {
            const char* told = &text.at(std::size_t(4 * column));
            const std::string& name = names.at(std::size_t(seat == 0 ? 5 - column : column));
            const bool alive = told[seat] != 'x';
            state.Tanks.push_back({seat, name, name[1], column, alive ? told[seat] - '0' : -1, alive});
            for (int row = 0; row < told[2] - '0'; ++row) state.Territory[std::size_t(row)][std::size_t(column)] = '0';
        }
    }
    return state;
}

std::string Chosen(const std::string& position, int seat, const std::vector<std::string>& legal)
{
    Start start;
    start.Seat = seat;
    Turn turn;
    turn.State = Position(position);
    turn.Legal = legal;
    turn.Seat = seat;
    return Bot(start).Choose(turn);
}

}

int main()
{
    // Seat 0's RB in column 1 comes to stand beside the enemy in column 2, which hits at two only.
    CHECK(Chosen("0x3/1x3/x22/xx3/xx3/x53", 0, {"RA", "RB"}) == "RB");

    // At the row of the enemy's C, which cannot move, column 1 is hit; in column 0 nobody is near.
    CHECK(Chosen("053/1x3/xx3/123/xx3/xx3", 0, {"RA", "RB"}) == "RA");

    for (int seat : {0, 1})
    {
        const std::string move = Chosen("053/053/053/053/053/053", seat, names);
        CHECK(std::count(names.begin(), names.end(), move) == 1);
    }
    return kit::Report();
}
