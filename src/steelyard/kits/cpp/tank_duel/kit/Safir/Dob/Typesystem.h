// What members of the game's entities are made of: values that may be null, objects, and arrays of them.
#pragma once

#include <boost/shared_ptr.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace Safir
{
namespace Dob
{
namespace Typesystem
{

typedef std::int32_t Int32;
typedef std::int64_t Int64;
typedef float Float32;
typedef double Float64;
typedef Int32 ArrayIndex;
typedef std::vector<char> Binary;
typedef Int64 InstanceId;

class NullException : public std::runtime_error
{
public:
    NullException() : std::runtime_error("a null member was read; ask IsNull() first") {}
};

template <class T>
class ValueContainer
{
public:
    typedef T ContainedType;

    bool IsNull() const { return m_null; }
    const T& GetVal() const
    {
        if (m_null) throw NullException();
        return m_value;
    }
    operator const T&() const { return GetVal(); }

    void SetVal(const T& value)
    {
        m_value = value;
        m_null = false;
    }
    void SetNull() { *this = ValueContainer(); }
    ValueContainer& operator=(const T& value)
    {
        SetVal(value);
        return *this;
    }

private:
    T m_value = T();
    bool m_null = true;
};

typedef ValueContainer<Int32> Int32Container;
typedef ValueContainer<Int64> Int64Container;
typedef ValueContainer<Float32> Float32Container;
typedef ValueContainer<Float64> Float64Container;
typedef ValueContainer<bool> BooleanContainer;
typedef ValueContainer<std::wstring> StringContainer;
typedef ValueContainer<Binary> BinaryContainer;
typedef ValueContainer<InstanceId> InstanceIdContainer;

namespace Si32
{
typedef Float32 Second;
typedef Float32Container SecondContainer;
}

// The value of a null enumeration is the first one: a direction that is null reads as Neutral.
template <class Enumeration>
class EnumerationContainer
{
public:
    typedef Enumeration ContainedType;

    bool IsNull() const { return m_null; }
    Enumeration GetVal() const { return m_value; }
    operator Enumeration() const { return m_value; }

    void SetVal(Enumeration value)
    {
        m_value = value;
        m_null = false;
    }
    void SetNull() { *this = EnumerationContainer(); }
    EnumerationContainer& operator=(Enumeration value)
    {
        SetVal(value);
        return *this;
    }

private:
    Enumeration m_value = Enumeration();
    bool m_null = true;
};

template <class T>
class ObjectContainer
{
public:
    typedef boost::shared_ptr<T> T_Ptr;

    bool IsNull() const { return !m_object; }
    const T_Ptr& GetPtr() const
    {
        if (!m_object) throw NullException();
        return m_object;
    }
    T* operator->() const { return GetPtr().get(); }
    T& operator*() const { return *GetPtr(); }

    void SetPtr(const T_Ptr& object) { m_object = object; }
    void SetNull() { m_object.reset(); }

private:
    T_Ptr m_object;
};

template <class T, std::size_t length>
class ObjectArray
{
public:
    typedef ObjectContainer<T> ContainerType;

    ContainerType& operator[](ArrayIndex index) { return m_objects.at(std::size_t(index)); }
    const ContainerType& operator[](ArrayIndex index) const { return m_objects.at(std::size_t(index)); }
    ArrayIndex size() const { return ArrayIndex(length); }

    typename std::array<ContainerType, length>::iterator begin() { return m_objects.begin(); }
    typename std::array<ContainerType, length>::iterator end() { return m_objects.end(); }

private:
    std::array<ContainerType, length> m_objects;
};

}
}
}

// A member of an entity: a method that gives its container.
#define ENTITY_MEMBER(Type, Name) \
public: \
    Type& Name() { return m_##Name; } \
    const Type& Name() const { return m_##Name; } \
\
private: \
    Type m_##Name;
