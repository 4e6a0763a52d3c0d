#include <boost/bind.hpp>
#include <Consoden/TankGame/Joystick.h>
#include <Consoden/TankGame/Player.h>
#include "Player.h"

Player::Player(const std::wstring& name, boost::asio::io_service& service)
    : m_dispatcher(m_connection, service)
{
    m_connection.Open(name, L"", 0, this, &m_dispatcher);
    m_connection.SubscribeEntity(Consoden::TankGame::GameState::ClassTypeId, this);
}

void Player::OnStopOrder() { m_connection.Close(); }

void Player::OnNewEntity(const Safir::Dob::EntityProxy proxy)
{
    m_logic.reset(new TankLogic(0, boost::bind(&Player::SetJoystick, this, _1, _2, _3)));
    OnUpdatedEntity(proxy);
}

void Player::OnUpdatedEntity(const Safir::Dob::EntityProxy proxy)
{
    m_logic->MakeMove(boost::static_pointer_cast<Consoden::TankGame::GameState>(proxy.GetEntity()));
}

void Player::SetJoystick(Consoden::TankGame::Direction::Enumeration move,
                         Consoden::TankGame::Direction::Enumeration tower, bool fire)
{
    Consoden::TankGame::JoystickPtr joystick = Consoden::TankGame::Joystick::Create();
    joystick->MoveDirection() = move;
    joystick->TowerDirection() = tower;
    joystick->Fire() = fire;
    m_connection.SetAll(joystick, Safir::Dob::Typesystem::InstanceId(), Safir::Dob::Typesystem::HandlerId());
}
