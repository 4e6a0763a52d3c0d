// A position from what the referee sends.
#pragma once

#include "Json.h"
#include "State.h"

namespace kit
{

inline State ReadState(const Json& told)
{
    State state;
    state.Round = int(told["round"].Int());
    for (const Json& tank : told["tanks"].Items())
    {
        const bool alive = tank["alive"].Bool();
        const int row = alive ? int(tank["row"].Int()) : -1;
        state.Tanks.push_back({int(tank["seat"].Int()), tank["name"].Text(), tank["type"].Text().at(0),
                               int(tank["column"].Int()), row, alive});
    }
    state.Territory = told["territory"].Texts();
    state.Boxes = told["boxes"].Ints();
    state.Surviving = told["surviving"].Ints();
    for (const Json& shot : told["fired"].Items())
    {
        state.Fired.push_back({int(shot["seat"].Int()), shot["tank"].Text(), shot["hit"].Text()});
    }
    state.Text = told["state"].Text();
    return state;
}

}
