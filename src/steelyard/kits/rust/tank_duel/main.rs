//! Plays every game there is to play, a new TankLogic for each.
mod game_map;
mod kit;
mod tank_logic;
#[cfg(test)]
mod tank_logic_test;

fn main() {
    kit::main(kit::playing::play);
}
