// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <unordered_map>

namespace boost
{

using std::unordered_map;
using std::unordered_multimap;

}
