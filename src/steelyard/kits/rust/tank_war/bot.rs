//! Your bot: edit this file.
//!
//! This one looks one round ahead: of its moves it makes the one after which, over all answers of the enemy, it
//! destroys the most for the least. Among equals chance decides.
use crate::kit::playing::{Chance, Start, Turn};
use crate::kit::state::{State, Tank};

/// Your bot; there is a new one for every game. Add what it should remember during a game.
pub struct Bot {
    seat: usize,
    chance: Chance,
    far_c: bool,
}

impl Bot {
    pub const NAME: &'static str = "{{name}}";

    /// A game begins.
    pub fn new(start: &Start) -> Bot {
        let far_c = start.options.get("c_reach").map_or(false, |reach| reach == "up_to_two");
        Bot { seat: start.seat, chance: Chance::new(start.seed), far_c }
    }

    /// One of turn.legal.
    pub fn choose(&mut self, turn: &Turn) -> String {
        let mut chance = self.chance.clone();
        let chosen = chance.best(&turn.legal, |name| self.worth(&turn.state, name));
        self.chance = chance;
        chosen
    }

    /// Enemies destroyed less own tanks lost, over all the enemy's moves together.
    fn worth(&self, state: &State, name: &str) -> i32 {
        let own = moved(state, state.tank(self.seat, name));
        let enemies = state.tanks.iter().filter(|tank| tank.seat != self.seat && can_move(state, tank));
        enemies.map(|enemy| self.gain(&own, &moved(state, enemy))).sum()
    }

    fn gain(&self, own: &[Tank], enemies: &[Tank]) -> i32 {
        let hit = |tanks: &[Tank], target: &Tank| tanks.iter().any(|tank| self.hits(tank, target));
        let destroyed = enemies.iter().filter(|enemy| hit(own, enemy)).count();
        let lost = own.iter().filter(|tank| hit(enemies, tank)).count();
        destroyed as i32 - lost as i32
    }

    fn hits(&self, tank: &Tank, other: &Tank) -> bool {
        let distance = ((other.column - tank.column).abs(), (other.row - tank.row).abs());
        match tank.kind {
            'A' => distance == (1, 1),
            'B' => matches!(distance, (0, 1) | (1, 0)),
            _ => matches!(distance, (0, 2) | (2, 0)) || self.far_c && matches!(distance, (0, 1) | (1, 0)),
        }
    }
}

/// A player's living tanks when one of them has moved.
fn moved(state: &State, mover: &Tank) -> Vec<Tank> {
    let mut tanks: Vec<Tank> = state.tanks.iter().filter(|tank| tank.alive && tank.seat == mover.seat).cloned().collect();
    for tank in &mut tanks {
        if tank.name == mover.name {
            tank.row = state.ahead(mover);
        }
    }
    tanks
}

fn can_move(state: &State, tank: &Tank) -> bool {
    let row = state.ahead(tank);
    tank.alive && (0..=5).contains(&row) && state.tank_at(tank.column, row).is_none()
}
