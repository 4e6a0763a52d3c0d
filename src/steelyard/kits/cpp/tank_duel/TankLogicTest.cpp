// Tests of your bot: `sh test.sh` runs them.
#include "Checks.h"
#include "TankLogic.h"

#include <vector>

using namespace Consoden::TankGame;

namespace
{

struct Joystick
{
    Direction::Enumeration Move, Tower;
    bool Fire;
};

// A position as drawn: 0 and 1 are the tanks.
GameStatePtr Drawn(const std::vector<std::string>& rows)
{
    const GameStatePtr state(new GameState);
    const int width = int(rows[0].size());
    std::string board;
    for (const std::string& row : rows) board += row;
    for (int id : {0, 1})
    {
        const std::size_t at = board.find(char('0' + id));
        const TankPtr tank(new Tank);
        tank->TankId() = id;
        tank->PosX() = int(at) % width;
        tank->PosY() = int(at) / width;
        state->Tanks()[id].SetPtr(tank);
        board[at] = '.';
    }
    state->Width() = width;
    state->Height() = int(rows.size());
    state->Board().SetVal(Safir::Dob::Typesystem::Binary(board.begin(), board.end()));
    return state;
}

// What tank 0 sets last.
Joystick Set(const std::vector<std::string>& rows)
{
    Joystick held{Direction::Neutral, Direction::Neutral, false};
    TankLogic logic(0, [&held](Direction::Enumeration move, Direction::Enumeration tower, bool fire) {
        held = {move, tower, fire};
    });
    logic.MakeMove(Drawn(rows));
    return held;
}

}

int main()
{
    // It drives where there is room.
    CHECK(Set({"xxxxx", "x0.oo", "xxxxx", "1xxxx"}).Move == Direction::Right);
    CHECK(Set({"xoxxx", "xo.oo", "x0xxx", "x...1", "x.xxx"}).Move == Direction::Down);

    // It fires at an enemy in line, and only then.
    const Joystick shot = Set({"xxxxxxx", "x0....1", "xxxxxxx"});
    CHECK(shot.Fire);
    CHECK(shot.Tower == Direction::Right);
    CHECK(!Set({"xxxxxx", "x0...x", "xxxxx1"}).Fire);
    return kit::Report();
}
