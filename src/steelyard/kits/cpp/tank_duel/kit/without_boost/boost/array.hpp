// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <array>

namespace boost
{

using std::array;

}
