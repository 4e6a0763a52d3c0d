// Kör åt ett slumpat håll där det är fritt. Använder Boost så mycket det går.
#include "TankLogic.h"

#include <boost/bind.hpp>
#include <boost/date_time/posix_time/posix_time.hpp>
#include <boost/foreach.hpp>
#include <boost/lexical_cast.hpp>
#include <algorithm>
#include <functional>
#include <string>

using namespace Consoden::TankGame;

const wstring TankLogic::PlayerName = L"Räksmörgås";

static const Direction::Enumeration ways[] = { Direction::Left, Direction::Right, Direction::Up, Direction::Down };

TankLogic::TankLogic(int tankId, const MoveJoystick& joystick)
    : m_ownTankId(tankId), m_joystick(joystick), m_width(0), m_height(0)
{
}

Square TankLogic::neighbour(const Square& square, int way) const
{
    register int x = square.x, y = square.y;
    if (ways[way] == Direction::Left) x = (x + m_width - 1) % m_width;
    if (ways[way] == Direction::Right) x = (x + 1) % m_width;
    if (ways[way] == Direction::Up) y = (y + m_height - 1) % m_height;
    if (ways[way] == Direction::Down) y = (y + 1) % m_height;
    return Square(x, y);
}

bool TankLogic::isFree(const Square& square) const
{
    return (*m_board)[square.x + square.y * m_width] == '.';
}

void TankLogic::MakeMove(GameStatePtr gameState) throw(std::exception)
{
    const boost::posix_time::ptime start = boost::posix_time::microsec_clock::universal_time();
    m_width = gameState->Width();
    m_height = gameState->Height();
    m_board.reset(new vector<byte>(gameState->Board().GetVal().begin(), gameState->Board().GetVal().end()));

    const TankPtr own = gameState->Tanks()[m_ownTankId].GetPtr();
    const Square here(own->PosX(), own->PosY());
    vector<int> order;
    for (int i = 0; i < 4; ++i) order.push_back(i);
    random_shuffle(order.begin(), order.end());
    stable_sort(order.begin(), order.end(), boost::bind(less<int>(), _2, _1));

    int chosen = order[0], most = -1;
    BOOST_FOREACH(int way, order)
    {
        Square at = neighbour(here, way);
        int length = 0;
        while (length < 8 && isFree(at))
        {
            ++length;
            at = neighbour(at, way);
        }
        if (length > most)
        {
            most = length;
            chosen = way;
        }
    }
    const boost::posix_time::time_duration spent = boost::posix_time::microsec_clock::universal_time() - start;
    cout << "chose " + boost::lexical_cast<string>(chosen) + ", tog " << spent.total_milliseconds() << " ms, "
         << boost::lexical_cast<int>("42") << endl;
    m_joystick(ways[chosen], ways[chosen], most > 2);
}
