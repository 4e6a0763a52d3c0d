// Talks to the referee, one JSON object a line. What the bot prints goes to its log instead.
// For Main.cpp alone: taking the pipes happens once.
#pragma once

#include "Json.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <iostream>
#include <locale>
#include <mutex>
#include <stdexcept>
#include <string>

namespace
{

int from_referee = -1;
int to_referee = -1;

// Before any other code of the bot runs, so that nothing it prints can reach the referee: standard output
// becomes the log, standard input is empty.
__attribute__((constructor(101))) void TakeThePipes()
{
    from_referee = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    to_referee = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    close(nothing);
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

// printf, cout and wcout may be mixed, and nothing is lost if the bot crashes.
void OpenTheLog()
{
    std::setlocale(LC_CTYPE, "C.UTF-8");
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    std::ios::sync_with_stdio(false);
    try
    {
        std::wcout.imbue(std::locale(std::locale::classic(), "C.UTF-8", std::locale::ctype));
    }
    catch (const std::runtime_error&)
    {
        // wide characters beyond ASCII cannot be printed here
    }
    std::cout << std::unitbuf;
    std::wcout << std::unitbuf;
}

}

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

inline Referee::Referee() : m_from(fdopen(from_referee, "r"))
{
    OpenTheLog();
}

inline bool Referee::Hear(Json& message)
{
    static char* line = nullptr;
    static std::size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, m_from)) >= 0)
    {
        std::string text(line, std::size_t(length));
        text.erase(text.find_last_not_of(" \t\r\n") + 1);
        if (text.empty()) continue;
        message = Json::Read(text);
        if (!message.IsObject()) throw std::runtime_error("the referee should have sent an object: " + text);
        return message["type"].Plain() != "bye";
    }
    return false;
}

inline void Referee::Say(const std::string& line)
{
    const std::lock_guard<std::mutex> lock(m_saying);
    const std::string sent = line + '\n';
    for (std::size_t done = 0; done < sent.size();)
    {
        const ssize_t written = write(to_referee, sent.data() + done, sent.size() - done);
        if (written < 0 && errno != EINTR) throw std::runtime_error("the referee has left");
        if (written > 0) done += std::size_t(written);
    }
}

}
