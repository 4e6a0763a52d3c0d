// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <cstdint>

namespace boost
{

using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

}
