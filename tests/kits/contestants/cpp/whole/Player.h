#ifndef __PLAYER_H__
#define __PLAYER_H__

#include <boost/asio.hpp>
#include <boost/scoped_ptr.hpp>
#include <Safir/Dob/Connection.h>
#include <Safir/Dob/Utilities/AsioDispatcher.h>
#include "TankLogic.h"

class Player : public Safir::Dob::StopHandler,
               public Safir::Dob::EntityHandler,
               public Safir::Dob::EntitySubscriber
{
public:
    Player(const std::wstring& name, boost::asio::io_service& service);

private:
    virtual void OnStopOrder();
    virtual void OnNewEntity(const Safir::Dob::EntityProxy proxy);
    virtual void OnUpdatedEntity(const Safir::Dob::EntityProxy proxy);

    void SetJoystick(Consoden::TankGame::Direction::Enumeration move,
                     Consoden::TankGame::Direction::Enumeration tower, bool fire);

    Safir::Dob::Connection m_connection;
    Safir::Dob::Utilities::AsioDispatcher m_dispatcher;
    boost::scoped_ptr<TankLogic> m_logic;
};

#endif
