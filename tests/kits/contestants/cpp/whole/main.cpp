#include <iostream>
#include "Player.h"

int main(int argc, const char** argv)
{
    std::wstring name = TankLogic::PlayerName;
    if (argc > 1)
        name = Safir::Dob::Typesystem::Utilities::ToWstring(argv[1]);

    boost::asio::io_service service;
    Player player(name, service);
    service.run();
    return 0;
}
