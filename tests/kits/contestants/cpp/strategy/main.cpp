#include "App.h"

int main(int argc, char** argv)
{
    TankTeamPlayer::App app(argc, argv);
    return app.Run();
}
