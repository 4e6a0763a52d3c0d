// A position from what the referee sends.
#pragma once

#include "Json.h"
#include "State.h"

namespace kit
{

inline State ReadState(const Json& told)
{
    State state;
    state.Board = told["board"].Texts();
    if (!told["to_move"].IsNull()) state.ToMove = int(told["to_move"].Int());
    state.Score = told["score"].Ints();
    state.Captured = told["captured"].Texts();
    state.Quiet = int(told["quiet"].Int());
    state.Text = told["state"].Text();
    return state;
}

}
