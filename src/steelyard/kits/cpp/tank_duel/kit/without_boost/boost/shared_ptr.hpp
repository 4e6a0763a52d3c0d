// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <memory>

namespace boost
{

using std::const_pointer_cast;
using std::dynamic_pointer_cast;
using std::shared_ptr;
using std::static_pointer_cast;
using std::weak_ptr;

}
