// The contest's other class for a bot: a Strategy, which is told of each state and moves a joystick part by part.
#pragma once

#include "Strategy.h"

#include <boost/function.hpp>

#include <string>

class TankLogic : private KIT_STRATEGY_NAMESPACE::JoystickEntityHandlerStrategyIF
{
    typedef Consoden::TankGame::Direction Direction;

public:
    typedef boost::function<void(Direction::Enumeration, Direction::Enumeration, bool)> MoveJoystick;

    static const std::wstring PlayerName;

    TankLogic(int tankId, const MoveJoystick& joystick) : m_tankId(tankId), m_joystick(joystick) {}

    void MakeMove(const Consoden::TankGame::GameStatePtr& gameState)
    {
        if (!m_begun) m_strategy.Init(m_tankId, gameState, this);
        m_begun = true;
        m_strategy.Run(gameState);
    }

private:
    void MoveDirection(Direction::Enumeration direction)
    {
        m_move = direction;
        m_joystick(m_move, m_tower, m_fire);
    }

    void TowerDirection(Direction::Enumeration direction)
    {
        m_tower = direction;
        m_joystick(m_move, m_tower, m_fire);
    }

    void Fire(bool fire)
    {
        m_fire = fire;
        m_joystick(m_move, m_tower, m_fire);
    }

    int m_tankId;
    MoveJoystick m_joystick;
    KIT_STRATEGY_NAMESPACE::Strategy m_strategy;
    bool m_begun = false;
    Direction::Enumeration m_move = Direction::Neutral, m_tower = Direction::Neutral;
    bool m_fire = false;
};

const std::wstring TankLogic::PlayerName = L"{{name}}";
