// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <functional>

namespace boost
{

using std::cref;
using std::ref;
using std::reference_wrapper;

}
