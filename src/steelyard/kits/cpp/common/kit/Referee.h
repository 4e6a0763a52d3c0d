// Talks to the referee, one JSON object a line. What the bot prints goes to its log instead.
#pragma once

#include "Json.h"

#include <cstdio>
#include <mutex>
#include <string>

namespace kit
{

class Referee
{
public:
    Referee();

    // The next message; false after `bye` or at the end.
    bool Hear(Json& message);

    // One line; may be called from any thread.
    void Say(const std::string& line);

private:
    std::FILE* m_from;
    std::mutex m_saying;
};

}
