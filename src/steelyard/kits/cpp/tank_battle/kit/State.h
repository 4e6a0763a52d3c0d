// A position of Tank Battle. Squares are named as on a chess board, a1 to k11; White, seat 0, has its base
// around k1.
#pragma once

#include <optional>
#include <string>
#include <vector>

struct State
{
    // What stands on a square: w W b B, or . for nothing.
    char At(const std::string& square) const;

    // Whether a tank of that seat stands there.
    bool IsMine(const std::string& square, int seat) const;

    // Whether a legal move takes a tank.
    bool Captures(const std::string& move) const;

    // The squares of that seat's tanks, rank 11 first.
    std::vector<std::string> Tanks(int seat) const;

    std::vector<std::string> Board;  // rank 11 first, each from file a
    std::optional<int> ToMove;
    std::vector<int> Score;             // points of White and Black
    std::vector<std::string> Captured;  // what White and Black have lost
    int Quiet = 0;                      // turns since a tank was captured or came into a base
    std::string Text;                   // the position in notation
};

// The two squares of a move, "g1" and "d4" of "g1-d4"; empty for a pass.
inline std::string FromSquare(const std::string& move)
{
    return move.substr(0, move.find('-'));
}

inline std::string ToSquare(const std::string& move)
{
    return move.substr(move.rfind('-') + 1);
}

inline char State::At(const std::string& square) const
{
    return Board.at(std::size_t(11 - std::stoi(square.substr(1)))).at(std::size_t(square.at(0) - 'a'));
}

inline bool State::IsMine(const std::string& square, int seat) const
{
    const char tank = At(square);
    return seat == 0 ? tank == 'w' || tank == 'W' : tank == 'b' || tank == 'B';
}

inline bool State::Captures(const std::string& move) const
{
    const std::string target = ToSquare(move);
    return !target.empty() && At(target) != '.';
}

inline std::vector<std::string> State::Tanks(int seat) const
{
    std::vector<std::string> squares;
    for (int rank = 11; rank >= 1; --rank)
    {
        for (char file = 'a'; file <= 'k'; ++file)
        {
            const std::string square = file + std::to_string(rank);
            if (IsMine(square, seat)) squares.push_back(square);
        }
    }
    return squares;
}
