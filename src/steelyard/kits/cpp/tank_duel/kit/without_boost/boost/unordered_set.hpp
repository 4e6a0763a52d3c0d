// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <unordered_set>

namespace boost
{

using std::unordered_multiset;
using std::unordered_set;

}
