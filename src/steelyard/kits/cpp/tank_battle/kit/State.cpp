#include "State.h"

namespace
{

const int size = 11;

bool Belongs(char tank, int seat)
{
    return seat == 0 ? tank == 'w' || tank == 'W' : tank == 'b' || tank == 'B';
}

}

State::State(const kit::Json& told)
    : Board(told["board"].Texts()),
      Score(told["score"].Ints()),
      Captured(told["captured"].Texts()),
      Quiet(int(told["quiet"].Int())),
      Text(told["state"].Text())
{
    if (!told["to_move"].IsNull()) ToMove = int(told["to_move"].Int());
}

char State::At(const std::string& square) const
{
    return Board.at(std::size_t(size - std::stoi(square.substr(1)))).at(std::size_t(square.at(0) - 'a'));
}

bool State::IsMine(const std::string& square, int seat) const
{
    return Belongs(At(square), seat);
}

bool State::Captures(const std::string& move) const
{
    const std::string target = ToSquare(move);
    return !target.empty() && At(target) != '.';
}

std::vector<std::string> State::Tanks(int seat) const
{
    std::vector<std::string> squares;
    for (int row = 0; row < size; ++row)
    {
        for (int file = 0; file < size; ++file)
        {
            if (Belongs(Board.at(std::size_t(row)).at(std::size_t(file)), seat))
            {
                squares.push_back(char('a' + file) + std::to_string(size - row));
            }
        }
    }
    return squares;
}

std::string FromSquare(const std::string& move)
{
    return move.substr(0, move.find('-'));
}

std::string ToSquare(const std::string& move)
{
    return move.substr(move.rfind('-') + 1);
}
