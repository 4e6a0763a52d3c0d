// Messages to the system's log go to the bot's log.
#pragma once

#include <iostream>
#include <string>

namespace Safir
{
namespace Logging
{

enum Severity { Emergency, Alert, Critical, Error, Warning, Notice, Informational, Debug };

inline void SendSystemLog(Severity, const std::wstring& text)
{
    std::wcout << text << std::endl;
}

}
}
