// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include "shared_ptr.hpp"

namespace boost
{

using std::enable_shared_from_this;

}
