// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <sstream>
#include <string>
#include <typeinfo>

namespace boost
{

class bad_lexical_cast : public std::bad_cast
{
public:
    const char* what() const noexcept override { return "a value could not be read from a text"; }
};

namespace kit_detail
{

template <class Letter, class Target, class Source>
Target Convert(const Source& source)
{
    std::basic_stringstream<Letter> text;
    Target target;
    text.precision(17);
    if (!(text << source) || !(text >> target) || !(text >> std::ws).eof()) throw bad_lexical_cast();
    return target;
}

template <class Target>
struct To
{
    template <class Source>
    static Target From(const Source& source) { return Convert<char, Target>(source); }
    static Target From(const std::wstring& source) { return Convert<wchar_t, Target>(source); }
    static Target From(const wchar_t* source) { return Convert<wchar_t, Target>(source); }
};

// A text is taken whole, with its spaces.
template <class Letter>
struct To<std::basic_string<Letter>>
{
    template <class Source>
    static std::basic_string<Letter> From(const Source& source)
    {
        std::basic_ostringstream<Letter> text;
        text.precision(17);
        text << source;
        return text.str();
    }
};

}

template <class Target, class Source>
Target lexical_cast(const Source& source)
{
    return kit_detail::To<Target>::From(source);
}

}
