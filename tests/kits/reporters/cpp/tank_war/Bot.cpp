// Prints everything that the kit tells it.
#include "Bot.h"

#include <cstdio>
#include <iostream>

const std::string Bot::Name = "reporter";

namespace
{

std::string Joined(const std::vector<std::string>& words, const std::string& between)
{
    std::string joined;
    for (const std::string& word : words) joined += (joined.empty() ? "" : between) + word;
    return joined;
}

std::string Whole(const std::optional<double>& clockMs)
{
    return clockMs ? std::to_string((long long)*clockMs) : "none";
}

template <class Of>
void PrintGrid(const char* name, Of of)
{
    std::cout << name << " ";
    for (int row = 0; row < 6; ++row)
    {
        if (row > 0) std::cout << "/";
        for (int column = 0; column < 6; ++column) std::cout << of(column, row);
    }
    std::cout << std::endl;
}

void Report(const Turn& turn)
{
    const State& state = turn.State;
    std::cout << "text " << state.Text << std::endl;
    std::cout << "round " << state.Round << " boxes " << state.Boxes[0] << " " << state.Boxes[1] << " surviving "
              << state.Surviving[0] << " " << state.Surviving[1] << std::endl;
    std::cout << "territory " << Joined(state.Territory, "/") << std::endl;
    for (const Tank& tank : state.Tanks)
    {
        std::cout << "tank " << tank.Seat << " " << tank.Name << " " << tank.Type << " " << tank.Column << " "
                  << tank.Row << " " << (tank.Alive ? "alive" : "dead") << std::endl;
    }
    for (const Shot& shot : state.Fired)
    {
        std::cout << "fired " << shot.Seat << " " << shot.Tank << " " << shot.Hit << std::endl;
    }
    PrintGrid("at", [&](int column, int row) {
        const Tank* tank = state.TankAt(column, row);
        return tank ? char('0' + tank->Seat) : '.';
    });
    PrintGrid("owner", [&](int column, int row) { return state.Owner(column, row); });
    for (const Tank& tank : state.Tanks)
    {
        if (tank.Seat != turn.Seat || !tank.Alive) continue;
        std::cout << "ahead " << tank.Name << " " << state.Ahead(state.TankOf(turn.Seat, tank.Name)) << std::endl;
    }
}

}

Bot::Bot(const Start& start)
{
    std::vector<std::string> options;
    for (const auto& [name, value] : start.Options) options.push_back(name + "=" + value);
    std::cout << "new game=" << start.Game << " seat=" << start.Seat << " clock=" << start.Clock
              << " seed=" << start.Seed << " players=" << Joined(start.Players, "|")
              << " options=" << Joined(options, ",") << std::endl;
}

std::string Bot::Choose(const Turn& turn)
{
    std::printf("turn %d seat %d clock %s enemy %s latency %.1f\n", turn.Number, turn.Seat,
                Whole(turn.ClockMs).c_str(), Whole(turn.EnemyClockMs).c_str(), turn.LatencyMs);
    std::cout << "legal " << Joined(turn.Legal, " ") << std::endl;
    Report(turn);
    return turn.Legal[std::size_t(turn.Number) % turn.Legal.size()];
}
