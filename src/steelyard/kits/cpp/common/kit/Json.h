// JSON as the referee sends it: a value that is read once and asked many times.
#pragma once

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

// A text as a JSON string, with its quotes.
std::string Quoted(const std::string& text);

}
