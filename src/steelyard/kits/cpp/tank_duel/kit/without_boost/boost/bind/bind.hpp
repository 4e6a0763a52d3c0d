// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include "../bind.hpp"
