// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <tuple>

namespace boost
{

using std::get;
using std::make_tuple;
using std::tie;
using std::tuple;

}
