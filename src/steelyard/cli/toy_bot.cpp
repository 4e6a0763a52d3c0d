// A bot for benchmarks: answers every turn with a random legal move as fast as possible.
#include <cstdint>
#include <iostream>
#include <string>

static bool says(const std::string& line, const char* type) {
    return line.compare(0, 9, "{\"type\":\"") == 0 && line.compare(9, std::string(type).size(), type) == 0;
}

int main() {
    std::ios::sync_with_stdio(false);
    std::string line;
    std::uint32_t chance = 1;
    while (std::getline(std::cin, line)) {
        if (says(line, "hello")) {
            std::cout << "{\"type\":\"ready\",\"name\":\"toy\"}\n" << std::flush;
        } else if (says(line, "start")) {
            chance = std::stoul(line.substr(line.find("\"seed\":") + 7)) | 1;
        } else if (says(line, "bye")) {
            break;
        } else if (says(line, "turn")) {
            const auto begin = line.find("\"legal\":[") + 9, end = line.find(']', begin);
            const std::string legal = line.substr(begin, end - begin);
            unsigned count = 1;
            for (char c : legal) count += c == ',';
            chance = chance * 1664525u + 1013904223u;
            std::size_t at = 0;
            for (unsigned skip = (chance >> 16) % count; skip > 0; --skip) at = legal.find(',', at) + 1;
            const auto stop = legal.find(',', at);
            std::cout << "{\"type\":\"move\",\"move\":"
                      << legal.substr(at, stop == std::string::npos ? stop : stop - at) << "}\n" << std::flush;
        }
    }
}
