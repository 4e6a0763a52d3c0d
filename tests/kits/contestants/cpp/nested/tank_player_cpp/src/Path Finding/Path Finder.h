#ifndef PATH_FINDER
#define PATH_FINDER
#include <Consoden/TankGame/GameState.h>

class PathFinder
{
public:
    void Read(const Consoden::TankGame::GameStatePtr& state, int tank);
    Consoden::TankGame::Direction::Enumeration Longest();

private:
    int Depth(int x, int y, int left);

    std::vector<char> board;
    int w, h, x, y;
};
#endif
