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

void Report(const Turn& turn)
{
    const State& state = turn.State;
    std::cout << "text " << state.Text << std::endl;
    std::cout << "board " << Joined(state.Board, "/") << std::endl;
    std::cout << "to_move " << (state.ToMove ? std::to_string(*state.ToMove) : "none") << std::endl;
    std::cout << "score " << state.Score[0] << " " << state.Score[1] << " captured " << state.Captured[0] << "|"
              << state.Captured[1] << " quiet " << state.Quiet << std::endl;
    std::vector<std::string> squares = {"k1", "a11", "f6"};
    if (!FromSquare(turn.Legal[0]).empty()) squares.push_back(FromSquare(turn.Legal[0]));
    for (const std::string& square : squares) std::cout << "at " << square << " " << state.At(square) << std::endl;
    for (int seat : {0, 1})
    {
        std::cout << "tanks " << seat;
        for (const std::string& square : state.Tanks(seat)) std::cout << " " << square;
        std::cout << std::endl;
    }
    std::cout << "mine " << state.IsMine("k1", 0) << " " << state.IsMine("k1", 1) << std::endl;
    for (const std::string& move : {turn.Legal.front(), turn.Legal.back()})
    {
        std::cout << "move " << move << " from " << FromSquare(move) << " to " << ToSquare(move) << " capture "
                  << state.Captures(move) << std::endl;
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
