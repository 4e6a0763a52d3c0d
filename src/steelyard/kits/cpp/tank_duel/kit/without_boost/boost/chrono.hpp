// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <chrono>

namespace boost
{

namespace chrono = std::chrono;

}
