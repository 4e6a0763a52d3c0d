#ifndef __APP_H
#define __APP_H

#include "GameStateHandler.h"
#include "JoystickEntityHandler.h"

namespace TankTeamPlayer
{
    class App
    {
    public:
        App(int argc, char** argv);
        int Run();

    private:
        GameStateHandler m_states;
        JoystickEntityHandler m_joystick;
    };
};
#endif
