// A position of Tank War. Columns count from the left as drawn, rows from the top; seat 0 starts at the top
// and drives down.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

struct Tank
{
    int Seat = 0;
    std::string Name;  // "LA": the one of type A on its player's own left
    char Type = 'A';   // A hits diagonally, B next to it, C at a distance of two
    int Column = 0;
    int Row = 0;  // -1 once destroyed
    bool Alive = true;
};

struct Shot
{
    int Seat = 0;
    std::string Tank;
    std::string Hit;  // the name of an enemy tank
};

struct State
{
    // The tank in a box; nullptr if there is none.
    const Tank* TankAt(int column, int row) const;

    // The seat whose territory a box is.
    int Owner(int column, int row) const;

    // Throws std::out_of_range if there is no tank of that name.
    const Tank& TankOf(int seat, const std::string& name) const;

    // The row in front of a tank.
    int Ahead(const Tank& tank) const { return tank.Row + (tank.Seat == 0 ? 1 : -1); }

    int Round = 0;
    std::vector<Tank> Tanks;             // all twelve, seat 0's first
    std::vector<std::string> Territory;  // six rows, each box its owner's seat
    std::vector<int> Boxes;              // how many are seat 0's and seat 1's
    std::vector<int> Surviving;
    std::vector<Shot> Fired;  // who hit whom in the last round
    std::string Text;         // the position in notation
};

inline const Tank* State::TankAt(int column, int row) const
{
    for (const Tank& tank : Tanks)
    {
        if (tank.Alive && tank.Column == column && tank.Row == row) return &tank;
    }
    return nullptr;
}

inline int State::Owner(int column, int row) const
{
    return Territory.at(std::size_t(row)).at(std::size_t(column)) - '0';
}

inline const Tank& State::TankOf(int seat, const std::string& name) const
{
    for (const Tank& tank : Tanks)
    {
        if (tank.Seat == seat && tank.Name == name) return tank;
    }
    throw std::out_of_range("there is no tank " + name);
}
