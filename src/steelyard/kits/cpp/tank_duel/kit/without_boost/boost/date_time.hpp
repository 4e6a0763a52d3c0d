// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include "date_time/posix_time/posix_time.hpp"
