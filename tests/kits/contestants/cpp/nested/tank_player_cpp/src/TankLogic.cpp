#include "TankLogic.h"
#include "Path Finding/Path Finder.h"
#include <Safir/Logging/Log.h>

const std::wstring TankLogic::PlayerName = L"Café Örnen";

TankLogic::TankLogic(int tankId, const MoveJoystick& fn) : m_ownTankId(tankId), m_joystick(fn), m_finder(new PathFinder) {}

TankLogic::~TankLogic() { delete m_finder; }

void TankLogic::MakeMove(Consoden::TankGame::GameStatePtr gameState)
{
    m_finder->Read(gameState, m_ownTankId);
    Safir::Logging::SendSystemLog(Safir::Logging::Informational, L"längsta vägen söks");
    const Consoden::TankGame::Direction::Enumeration way = m_finder->Longest();
    m_joystick(way, Consoden::TankGame::Direction::Up, true);
}
