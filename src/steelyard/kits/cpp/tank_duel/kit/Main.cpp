// Plays every game there is to play, a new TankLogic for each.
#include "Entities.h"
#include "Referee.h"

#ifdef KIT_STRATEGY
#include "StrategyLogic.h"
#else
#include "TankLogic.h"
#endif

#include <exception>
#include <iostream>
#include <memory>

using Consoden::TankGame::Direction;
using Consoden::TankGame::GameStatePtr;
using kit::Json;

namespace
{

// A wide text in UTF-8.
std::string Narrow(const std::wstring& wide)
{
    std::string text;
    for (const wchar_t letter : wide)
    {
        const unsigned code = unsigned(letter);
        const auto tail = [code](int shift) { return char(0x80 | ((code >> shift) & 0x3f)); };
        if (code < 0x80) text += char(code);
        else if (code < 0x800) text += {char(0xc0 | code >> 6), tail(0)};
        else if (code < 0x10000) text += {char(0xe0 | code >> 12), tail(6), tail(0)};
        else text += {char(0xf0 | code >> 18), tail(12), tail(6), tail(0)};
    }
    return text;
}

// As in the contest: after an exception the joystick stays as it was, and the game goes on.
void Move(TankLogic& logic, const GameStatePtr& state)
{
    try
    {
        logic.MakeMove(state);
    }
    catch (const std::exception& error)
    {
        std::cout << "MakeMove failed: " << error.what() << std::endl;
    }
    catch (...)
    {
        std::cout << "MakeMove failed: something was thrown that is no std::exception" << std::endl;
    }
}

void Play()
{
    kit::Referee referee;
    std::unique_ptr<TankLogic> logic;
    int seat = 0;
    for (Json message; referee.Hear(message);)
    {
        const std::string type = message["type"].Plain();
        if (type == "hello")
        {
            referee.Say("{\"type\":\"ready\",\"name\":" + kit::Quoted(Narrow(TankLogic::PlayerName)) + "}");
        }
        else if (type == "start")
        {
            const std::string game = kit::Quoted(message["game"].Text());
            const auto joystick = [&referee, game](Direction::Enumeration move, Direction::Enumeration tower, bool fire) {
                referee.Say("{\"type\":\"joystick\",\"MoveDirection\":" + kit::Written(move) +
                            ",\"TowerDirection\":" + kit::Written(tower) +
                            ",\"Fire\":" + (fire ? "true" : "false") + ",\"game\":" + game + "}");
            };
            seat = int(message["seat"].Int());
            logic = std::make_unique<TankLogic>(seat, joystick);
        }
        else if (type == "turn" && logic)
        {
            Move(*logic, kit::ReadState(message["state"], message["clocks_ms"][std::size_t(seat)]));
            referee.Say("{\"type\":\"done\",\"turn\":" + std::to_string(message["turn"].Int()) +
                        ",\"game\":" + kit::Quoted(message["game"].Text()) + "}");
        }
    }
}

}

int main()
{
    try
    {
        Play();
    }
    catch (const std::exception& error)
    {
        std::cerr << "the bot stopped: " << error.what() << std::endl;
        return 1;
    }
}
