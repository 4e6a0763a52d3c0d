#include "Path Finder.h"

using Consoden::TankGame::Direction;

void PathFinder::Read(const Consoden::TankGame::GameStatePtr& state, int tank)
{
    w = state->Width();
    h = state->Height();
    board = state->Board().GetVal();
    x = state->Tanks()[tank]->PosX();
    y = state->Tanks()[tank]->PosY();
    const int enemy = (tank + 1) % 2;
    board[state->Tanks()[enemy]->PosX() + w * state->Tanks()[enemy]->PosY()] = 'x';
    board[x + w * y] = 'o';
}

// Searches the longest way, some squares ahead.
int PathFinder::Depth(int x, int y, int left)
{
    x = (x + w) % w;
    y = (y + h) % h;
    if (board[x + w * y] != '.') return 0;
    if (left == 0) return 1;
    board[x + w * y] = 'o';
    int best = 0;
    best = std::max(best, Depth(x - 1, y, left - 1));
    best = std::max(best, Depth(x + 1, y, left - 1));
    best = std::max(best, Depth(x, y - 1, left - 1));
    best = std::max(best, Depth(x, y + 1, left - 1));
    board[x + w * y] = '.';
    return best + 1;
}

Direction::Enumeration PathFinder::Longest()
{
    const int dx[] = {-1, 1, 0, 0}, dy[] = {0, 0, -1, 1};
    const Direction::Enumeration ways[] = {Direction::Left, Direction::Right, Direction::Up, Direction::Down};
    int chosen = 0, most = -1;
    for (int i = 0; i < 4; ++i)
    {
        const int depth = Depth(x + dx[i], y + dy[i], 7);
        if (depth > most)
        {
            most = depth;
            chosen = i;
        }
    }
    return ways[chosen];
}
