// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>

namespace boost
{
namespace posix_time
{

class time_duration
{
public:
    typedef long long tick_type;

    time_duration() : m_microseconds(0) {}
    time_duration(long hours, long minutes, long seconds)
        : m_microseconds(((hours * 60LL + minutes) * 60 + seconds) * 1000000)
    {
    }
    explicit time_duration(tick_type microseconds) : m_microseconds(microseconds) {}

    tick_type total_microseconds() const { return m_microseconds; }
    tick_type total_milliseconds() const { return m_microseconds / 1000; }
    tick_type total_seconds() const { return m_microseconds / 1000000; }
    tick_type ticks() const { return m_microseconds; }
    long hours() const { return long(total_seconds() / 3600); }
    long minutes() const { return long(total_seconds() / 60 % 60); }
    long seconds() const { return long(total_seconds() % 60); }
    bool is_negative() const { return m_microseconds < 0; }

    time_duration operator+(const time_duration& other) const { return time_duration(m_microseconds + other.m_microseconds); }
    time_duration operator-(const time_duration& other) const { return time_duration(m_microseconds - other.m_microseconds); }
    time_duration operator*(int times) const { return time_duration(m_microseconds * times); }
    time_duration operator/(int parts) const { return time_duration(m_microseconds / parts); }
    time_duration& operator+=(const time_duration& other) { return *this = *this + other; }
    time_duration& operator-=(const time_duration& other) { return *this = *this - other; }
    bool operator<(const time_duration& other) const { return m_microseconds < other.m_microseconds; }
    bool operator>(const time_duration& other) const { return m_microseconds > other.m_microseconds; }
    bool operator<=(const time_duration& other) const { return m_microseconds <= other.m_microseconds; }
    bool operator>=(const time_duration& other) const { return m_microseconds >= other.m_microseconds; }
    bool operator==(const time_duration& other) const { return m_microseconds == other.m_microseconds; }
    bool operator!=(const time_duration& other) const { return m_microseconds != other.m_microseconds; }

private:
    tick_type m_microseconds;
};

inline time_duration hours(long count) { return time_duration(count * 3600000000LL); }
inline time_duration minutes(long count) { return time_duration(count * 60000000LL); }
inline time_duration seconds(long count) { return time_duration(count * 1000000LL); }
inline time_duration milliseconds(long long count) { return time_duration(count * 1000LL); }
inline time_duration microseconds(long long count) { return time_duration(count); }
typedef time_duration millisec;

// A moment, in microseconds since 1970.
class ptime
{
public:
    ptime() : m_since(0), m_none(true) {}
    explicit ptime(const time_duration& since) : m_since(since), m_none(false) {}

    bool is_not_a_date_time() const { return m_none; }
    time_duration since_epoch() const { return m_since; }
    time_duration time_of_day() const { return time_duration(m_since.ticks() % 86400000000LL); }

    time_duration operator-(const ptime& other) const { return m_since - other.m_since; }
    ptime operator+(const time_duration& time) const { return ptime(m_since + time); }
    ptime operator-(const time_duration& time) const { return ptime(m_since - time); }
    ptime& operator+=(const time_duration& time) { return *this = *this + time; }
    bool operator<(const ptime& other) const { return m_since < other.m_since; }
    bool operator>(const ptime& other) const { return m_since > other.m_since; }
    bool operator<=(const ptime& other) const { return m_since <= other.m_since; }
    bool operator>=(const ptime& other) const { return m_since >= other.m_since; }
    bool operator==(const ptime& other) const { return m_since == other.m_since; }

private:
    time_duration m_since;
    bool m_none;
};

// Both clocks go on steadily, as fine as they can; the bot's machine is in no time zone.
struct microsec_clock
{
    static ptime universal_time()
    {
        const auto since = std::chrono::system_clock::now().time_since_epoch();
        return ptime(microseconds(std::chrono::duration_cast<std::chrono::microseconds>(since).count()));
    }
    static ptime local_time() { return universal_time(); }
};

struct second_clock
{
    static ptime universal_time()
    {
        return ptime(seconds(long(microsec_clock::universal_time().since_epoch().total_seconds())));
    }
    static ptime local_time() { return universal_time(); }
};

inline std::string to_simple_string(const time_duration& time)
{
    char text[64];
    std::snprintf(text, sizeof text, "%02ld:%02ld:%02ld.%06lld", time.hours(), time.minutes(), time.seconds(),
                  time.ticks() % 1000000);
    return text;
}

inline std::string to_simple_string(const ptime& moment)
{
    const std::time_t second = std::time_t(moment.since_epoch().total_seconds());
    char text[64];
    std::strftime(text, sizeof text, "%Y-%b-%d %H:%M:%S", std::gmtime(&second));
    return text;
}

template <class Stream>
Stream& operator<<(Stream& stream, const time_duration& time)
{
    stream << to_simple_string(time).c_str();
    return stream;
}

template <class Stream>
Stream& operator<<(Stream& stream, const ptime& moment)
{
    stream << to_simple_string(moment).c_str();
    return stream;
}

}
}
