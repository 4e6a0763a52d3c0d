#ifndef __STRATEGY_H
#define __STRATEGY_H

#include <Consoden/TankGame/GameState.h>

#include "JoystickEntityHandlerStrategyIF.h"

namespace TankTeamPlayer
{
    class Strategy
    {
    public:
        Strategy();

        void Init(int tankId,
                  const Consoden::TankGame::GameStatePtr gamePtr,
                  JoystickEntityHandlerStrategyIF* joyHandler);

        void Run(const Consoden::TankGame::GameStatePtr gamePtr);

    private:
        int m_TankId;
        int m_Rounds;
        JoystickEntityHandlerStrategyIF* m_Joystick;
    };
};
#endif
