// The least that tests need: CHECK(what should be true), and Report() at the end.
#pragma once

#include <iostream>

namespace kit
{

inline int checks = 0, failures = 0;

inline void Check(bool passed, const char* what, const char* file, int line)
{
    ++checks;
    if (passed) return;
    ++failures;
    std::cerr << file << ":" << line << ": failed: " << what << std::endl;
}

// What main returns.
inline int Report()
{
    if (failures == 0) std::cout << checks << " tests passed" << std::endl;
    else std::cerr << failures << " of " << checks << " tests failed" << std::endl;
    return failures == 0 ? 0 : 1;
}

}

#define CHECK(what) kit::Check((what), #what, __FILE__, __LINE__)
