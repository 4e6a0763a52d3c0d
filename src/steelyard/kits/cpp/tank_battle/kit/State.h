// A position of Tank Battle. Squares are named as on a chess board, a1 to k11; White, seat 0, has its base
// around k1.
#pragma once

#include "Json.h"

#include <optional>
#include <string>
#include <vector>

struct State
{
    State() = default;
    explicit State(const kit::Json& told);

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
std::string FromSquare(const std::string& move);
std::string ToSquare(const std::string& move);
