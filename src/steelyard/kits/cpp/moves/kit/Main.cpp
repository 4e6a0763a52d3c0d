// Plays every game there is to play, a new Bot for each.
#include "Bot.h"
#include "Reading.h"
#include "Referee.h"

#include <exception>
#include <iostream>
#include <memory>

using kit::Json;

namespace
{

Start StartOf(const Json& message)
{
    Start start;
    start.Game = message["game"].Text();
    start.Seat = int(message["seat"].Int());
    for (const auto& [name, value] : message["options"].Members()) start.Options[name] = value.Plain();
    start.Players = message["players"].Texts();
    start.Clock = message["clock"].Text();
    start.Seed = message["seed"].Int();
    return start;
}

std::optional<double> ClockOf(const Json& clock)
{
    return clock.IsNull() ? std::nullopt : std::optional<double>(clock.Number());
}

Turn TurnOf(const Json& message, int seat)
{
    Turn turn;
    turn.Number = int(message["turn"].Int());
    turn.State = kit::ReadState(message["state"]);
    turn.Legal = message["legal"].Texts();
    turn.Seat = seat;
    turn.ClockMs = ClockOf(message["clocks_ms"][std::size_t(seat)]);
    turn.EnemyClockMs = ClockOf(message["clocks_ms"][std::size_t(1 - seat)]);
    turn.LatencyMs = message["latency_ms"].Number();
    return turn;
}

void Play()
{
    kit::Referee referee;
    std::unique_ptr<Bot> bot;
    int seat = 0;
    for (Json message; referee.Hear(message);)
    {
        const std::string type = message["type"].Plain();
        if (type == "hello")
        {
            referee.Say("{\"type\":\"ready\",\"name\":" + kit::Quoted(Bot::Name) + "}");
        }
        else if (type == "start")
        {
            const Start start = StartOf(message);
            seat = start.Seat;
            bot = std::make_unique<Bot>(start);
        }
        else if (type == "turn" && bot)
        {
            const Turn turn = TurnOf(message, seat);
            referee.Say("{\"type\":\"move\",\"move\":" + kit::Quoted(bot->Choose(turn)) + ",\"turn\":" +
                        std::to_string(turn.Number) + ",\"game\":" + kit::Quoted(message["game"].Text()) + "}");
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
