#pragma once

#include "Playing.h"

class Bot
{
public:
    static const std::string Name;

    explicit Bot(const Start& start);
    std::string Choose(const Turn& turn);
};
