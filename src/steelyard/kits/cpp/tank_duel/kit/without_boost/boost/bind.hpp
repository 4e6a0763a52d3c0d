// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <functional>

namespace boost
{

using std::bind;
using std::cref;
using std::mem_fn;
using std::ref;

}

using namespace std::placeholders; // Boost's _1, _2 and so on are in no namespace
