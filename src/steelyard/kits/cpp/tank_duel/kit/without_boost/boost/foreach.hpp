// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#define BOOST_FOREACH(item, range) for (item : range)
