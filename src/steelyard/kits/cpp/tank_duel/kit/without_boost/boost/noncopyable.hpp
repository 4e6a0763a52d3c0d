// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

namespace boost
{

class noncopyable
{
protected:
    noncopyable() = default;
    ~noncopyable() = default;
    noncopyable(const noncopyable&) = delete;
    noncopyable& operator=(const noncopyable&) = delete;
};

}
