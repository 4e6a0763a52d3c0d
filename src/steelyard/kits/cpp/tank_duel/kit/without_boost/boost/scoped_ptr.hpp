// Stands in for Boost's header of this name where Boost is not installed.
#pragma once

#include <memory>

namespace boost
{

template <class T>
class scoped_ptr
{
public:
    explicit scoped_ptr(T* object = nullptr) : m_object(object) {}

    void reset(T* object = nullptr) { m_object.reset(object); }
    T* get() const { return m_object.get(); }
    T& operator*() const { return *m_object; }
    T* operator->() const { return m_object.get(); }
    explicit operator bool() const { return bool(m_object); }
    bool operator!() const { return !m_object; }
    void swap(scoped_ptr& other) { m_object.swap(other.m_object); }

private:
    std::unique_ptr<T> m_object;
};

}
