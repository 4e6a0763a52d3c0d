// JSON as the referee sends it: a value that is read once and asked many times.
#pragma once

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace kit
{

class Json
{
public:
    Json() = default;

    // Reads a whole text; throws std::runtime_error if it is not JSON.
    static Json Read(const std::string& text);

    bool IsNull() const { return m_kind == Kind::Null; }
    bool IsObject() const { return m_kind == Kind::Object; }

    // A member of an object; null where there is none.
    const Json& operator[](const std::string& name) const;
    const std::map<std::string, Json>& Members() const { return m_members; }

    const std::vector<Json>& Items() const { return m_items; }
    const Json& operator[](std::size_t index) const { return m_items.at(index); }
    std::vector<std::string> Texts() const;
    std::vector<int> Ints() const;

    const std::string& Text() const { return Expect(Kind::Text, "a text").m_text; }
    bool Bool() const { return Expect(Kind::Bool, "true or false").m_text == "true"; }
    double Number() const;
    long long Int() const;

    // Whatever it is, as a text: `up_to_two`, `60`, `true`.
    const std::string& Plain() const { return m_text; }

private:
    enum class Kind { Null, Bool, Number, Text, Array, Object };
    friend class JsonReader;

    const Json& Expect(Kind kind, const char* what) const;

    Kind m_kind = Kind::Null;
    std::string m_text;  // of a text; of a number or a Bool as it was written
    std::vector<Json> m_items;
    std::map<std::string, Json> m_members;
};

class JsonReader
{
public:
    explicit JsonReader(const std::string& text) : m_text(text) {}

    Json Whole()
    {
        Json value = Value();
        Skip();
        if (m_at != m_text.size()) Fail();
        return value;
    }

private:
    Json Value()
    {
        Skip();
        switch (Peek())
        {
        case '{': return Object();
        case '[': return Array();
        case '"': return Of(Json::Kind::Text, String());
        case 't': return Word("true", Json::Kind::Bool);
        case 'f': return Word("false", Json::Kind::Bool);
        case 'n': return Word("null", Json::Kind::Null);
        default: return Number();
        }
    }

    Json Object()
    {
        Json value;
        value.m_kind = Json::Kind::Object;
        Take('{');
        while (!Ends('}', value.m_members.empty()))
        {
            Skip();
            const std::string name = String();
            Skip();
            Take(':');
            value.m_members[name] = Value();
        }
        return value;
    }

    Json Array()
    {
        Json value;
        value.m_kind = Json::Kind::Array;
        Take('[');
        while (!Ends(']', value.m_items.empty())) value.m_items.push_back(Value());
        return value;
    }

    // Whether the closing sign is next; otherwise takes the comma, which comes before all but the first.
    bool Ends(char closing, bool first)
    {
        Skip();
        if (Peek() == closing)
        {
            ++m_at;
            return true;
        }
        if (!first) Take(',');
        return false;
    }

    Json Word(const char* word, Json::Kind kind)
    {
        if (m_text.compare(m_at, std::strlen(word), word) != 0) Fail();
        m_at += std::strlen(word);
        return Of(kind, word);
    }

    Json Number()
    {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && std::strchr("+-.eE0123456789", m_text[m_at])) ++m_at;
        if (begin == m_at) Fail();
        return Of(Json::Kind::Number, m_text.substr(begin, m_at - begin));
    }

    std::string String()
    {
        std::string text;
        Take('"');
        while (Peek() != '"')
        {
            const char c = m_text[m_at++];
            if (c == '\\') Escape(text);
            else text += c;
        }
        ++m_at;
        return text;
    }

    void Escape(std::string& text)
    {
        static const std::string signs = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
        const char sign = Peek();
        ++m_at;
        if (sign == 'u') return Unicode(text);
        const std::size_t which = signs.find(sign);
        if (which == std::string::npos) Fail();
        text += meant[which];
    }

    // Characters beyond the first 65536 come as two: \ud83d\udca5.
    void Unicode(std::string& text)
    {
        unsigned code = Hex();
        if (code >= 0xd800 && code < 0xdc00 && m_text.compare(m_at, 2, "\\u") == 0)
        {
            m_at += 2;
            code = 0x10000 + ((code - 0xd800) << 10) + (Hex() - 0xdc00);
        }
        if (code < 0x80) text += char(code);
        else if (code < 0x800) text += {char(0xc0 | code >> 6), Tail(code)};
        else if (code < 0x10000) text += {char(0xe0 | code >> 12), Tail(code >> 6), Tail(code)};
        else text += {char(0xf0 | code >> 18), Tail(code >> 12), Tail(code >> 6), Tail(code)};
    }

    static char Tail(unsigned code) { return char(0x80 | (code & 0x3f)); }

    unsigned Hex()
    {
        const std::string digits = m_text.substr(m_at, 4);
        char* end = nullptr;
        const unsigned code = unsigned(std::strtoul(digits.c_str(), &end, 16));
        if (digits.size() != 4 || end != digits.c_str() + 4) Fail();
        m_at += 4;
        return code;
    }

    static Json Of(Json::Kind kind, const std::string& text)
    {
        Json value;
        value.m_kind = kind;
        value.m_text = text;
        return value;
    }

    void Skip()
    {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at]))) ++m_at;
    }

    char Peek() const
    {
        if (m_at >= m_text.size()) Fail();
        return m_text[m_at];
    }

    void Take(char sign)
    {
        if (Peek() != sign) Fail();
        ++m_at;
    }

    [[noreturn]] void Fail() const
    {
        throw std::runtime_error("this is no JSON from character " + std::to_string(m_at) + ": " + m_text.substr(0, 80));
    }

    const std::string& m_text;
    std::size_t m_at = 0;
};

inline Json Json::Read(const std::string& text)
{
    return JsonReader(text).Whole();
}

inline const Json& Json::operator[](const std::string& name) const
{
    static const Json none;
    const auto found = m_members.find(name);
    return found == m_members.end() ? none : found->second;
}

inline std::vector<std::string> Json::Texts() const
{
    std::vector<std::string> texts;
    for (const Json& item : m_items) texts.push_back(item.Text());
    return texts;
}

inline std::vector<int> Json::Ints() const
{
    std::vector<int> ints;
    for (const Json& item : m_items) ints.push_back(int(item.Int()));
    return ints;
}

inline double Json::Number() const
{
    return std::strtod(Expect(Kind::Number, "a number").m_text.c_str(), nullptr);
}

inline long long Json::Int() const
{
    const bool whole = Expect(Kind::Number, "a number").m_text.find_first_of(".eE") == std::string::npos;
    return whole ? std::strtoll(m_text.c_str(), nullptr, 10) : std::llround(Number());
}

inline const Json& Json::Expect(Kind kind, const char* what) const
{
    if (m_kind != kind) throw std::runtime_error(std::string("the referee should have sent ") + what);
    return *this;
}

// A text as a JSON string, with its quotes.
inline std::string Quoted(const std::string& text)
{
    static const std::string signs = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt";
    std::string quoted = "\"";
    for (const char c : text)
    {
        const std::size_t which = signs.find(c);
        if (which != std::string::npos) quoted += {'\\', letters[which]};
        else if (static_cast<unsigned char>(c) >= 0x20) quoted += c;
        else
        {
            static const char digits[] = "0123456789abcdef";
            quoted += {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
        }
    }
    return quoted + '"';
}

}
