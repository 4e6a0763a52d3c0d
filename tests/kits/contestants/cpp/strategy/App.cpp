#include <Safir/Logging/Log.h>

#include "App.h"

namespace TankTeamPlayer
{
    App::App(int, char**)
    {
        Safir::Logging::SendSystemLog(Safir::Logging::Informational, L"Team player started");
    }

    int App::Run() { return m_states.Run(); }
};
