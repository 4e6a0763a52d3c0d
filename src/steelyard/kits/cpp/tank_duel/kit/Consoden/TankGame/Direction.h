#pragma once

#include <Safir/Dob/Typesystem.h>

#include <string>

namespace Consoden
{
namespace TankGame
{

class Direction
{
public:
    enum Enumeration { Neutral, Left, Right, Up, Down };

    static std::wstring ToString(Enumeration direction)
    {
        static const wchar_t* const names[] = {L"Neutral", L"Left", L"Right", L"Up", L"Down"};
        return names[direction];
    }
};

typedef Safir::Dob::Typesystem::EnumerationContainer<Direction::Enumeration> DirectionContainer;

}
}
