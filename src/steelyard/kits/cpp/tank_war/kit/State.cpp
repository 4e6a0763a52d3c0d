#include "State.h"

#include <stdexcept>

using kit::Json;

State::State(const Json& told)
    : Round(int(told["round"].Int())),
      Territory(told["territory"].Texts()),
      Boxes(told["boxes"].Ints()),
      Surviving(told["surviving"].Ints()),
      Text(told["state"].Text())
{
    for (const Json& tank : told["tanks"].Items())
    {
        const bool alive = tank["alive"].Bool();
        const int row = alive ? int(tank["row"].Int()) : -1;
        Tanks.push_back({int(tank["seat"].Int()), tank["name"].Text(), tank["type"].Text().at(0),
                         int(tank["column"].Int()), row, alive});
    }
    for (const Json& shot : told["fired"].Items())
    {
        Fired.push_back({int(shot["seat"].Int()), shot["tank"].Text(), shot["hit"].Text()});
    }
}

const Tank* State::TankAt(int column, int row) const
{
    for (const Tank& tank : Tanks)
    {
        if (tank.Alive && tank.Column == column && tank.Row == row) return &tank;
    }
    return nullptr;
}

int State::Owner(int column, int row) const
{
    return Territory.at(std::size_t(row)).at(std::size_t(column)) - '0';
}

const Tank& State::TankOf(int seat, const std::string& name) const
{
    for (const Tank& tank : Tanks)
    {
        if (tank.Seat == seat && tank.Name == name) return tank;
    }
    throw std::out_of_range("there is no tank " + name);
}
