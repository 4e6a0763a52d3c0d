// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <functional>

namespace boost
{

template <class Signature>
class function : public std::function<Signature>
{
public:
    using std::function<Signature>::function;

    bool empty() const { return !*this; }
    void clear() { *this = function(); }
};

}
