// Straight on while it can; turns to the side with more room.
#include <iostream>
#include <stdlib.h>
#include <time.h>

#include "Strategy.h"
#include "GameMap.h"

namespace TankTeamPlayer
{
    using Consoden::TankGame::Direction;

    Strategy::Strategy() : m_TankId(-1), m_Rounds(0), m_Joystick(NULL)
    {
        srandom(clock());
    }

    void Strategy::Init(int tankId,
                        const Consoden::TankGame::GameStatePtr gamePtr,
                        JoystickEntityHandlerStrategyIF* joyHandler)
    {
        m_TankId = tankId;
        m_Rounds = 0;
        m_Joystick = joyHandler;
        std::cout << "new game, " << gamePtr->Width() << " by " << gamePtr->Height() << std::endl;
    }

    void Strategy::Run(const Consoden::TankGame::GameStatePtr gamePtr)
    {
        GameMap gm(m_TankId, gamePtr);
        ++m_Rounds;

        const Direction::Enumeration turns[] = { Direction::Left, Direction::Down, Direction::Right, Direction::Up };
        int best = 0, bestLength = -1;
        for (int i = 0; i < 4; ++i)
        {
            int length = 0;
            std::pair<int, int> pos = gm.PlayerPosition();
            while (length < 14)
            {
                pos = gm.Step(pos, turns[i]);
                if (!gm.EmptySquare(pos) || pos == gm.EnemyPosition() || gm.MissileInPosition(pos))
                    break;
                ++length;
            }
            if (length > bestLength)
            {
                bestLength = length;
                best = i;
            }
        }
        m_Joystick->MoveDirection(turns[best]);
        m_Joystick->TowerDirection(turns[best]);
        m_Joystick->Fire(m_Rounds > 2 && gm.PlayerPosition().first == gm.EnemyPosition().first);
    }
};
