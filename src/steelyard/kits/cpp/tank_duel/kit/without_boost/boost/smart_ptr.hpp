// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include "make_shared.hpp"
#include "scoped_ptr.hpp"
