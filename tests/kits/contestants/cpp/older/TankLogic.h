// Författare: Åsa och Björn
#ifndef TANKLOGIC_INCLUDED
#define TANKLOGIC_INCLUDED

#include <boost/function.hpp>
#include <boost/shared_ptr.hpp>
#include <Consoden/TankGame/GameState.h>
#include <memory>
#include <vector>

using namespace std;

typedef unsigned char byte; // before C++17 nothing else was called so

typedef boost::function<void (Consoden::TankGame::Direction::Enumeration, Consoden::TankGame::Direction::Enumeration, bool)> MoveJoystick;

class Square
{
public:
    Square(int x, int y) : x(x), y(y) {}
    bool operator==(const Square& o) const { return x == o.x && y == o.y; }
    int x, y;
};

class TankLogic
{
public:
    static const wstring PlayerName;

    TankLogic(int tankId, const MoveJoystick& joystick);
    void MakeMove(Consoden::TankGame::GameStatePtr gameState) throw(std::exception);

private:
    bool isFree(const Square& square) const;
    Square neighbour(const Square& square, int way) const;

    int m_ownTankId;
    MoveJoystick m_joystick;
    auto_ptr<vector<byte> > m_board;
    int m_width, m_height;
};

#endif
