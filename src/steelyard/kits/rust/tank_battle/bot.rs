//! Your bot: edit this file.
//!
//! This one takes what it can, a commander above all; otherwise it drives a tank as far as it can towards the
//! enemy's corner. Among equals chance decides.
use crate::kit::playing::{Chance, Start, Turn};
use crate::kit::state::{from_square, to_square, State, FILES};

/// Where seat 0 and seat 1 want to go: the enemy's corner.
const CORNER: [&str; 2] = ["a11", "k1"];

/// Your bot; there is a new one for every game. Add what it should remember during a game.
pub struct Bot {
    seat: usize,
    chance: Chance,
}

impl Bot {
    pub const NAME: &'static str = "{{name}}";

    /// A game begins.
    pub fn new(start: &Start) -> Bot {
        Bot { seat: start.seat, chance: Chance::new(start.seed) }
    }

    /// One of turn.legal; `--`, a pass, is the only one if no tank can move.
    pub fn choose(&mut self, turn: &Turn) -> String {
        let seat = self.seat;
        self.chance.best(&turn.legal, |chosen| worth(&turn.state, seat, chosen))
    }
}

fn worth(state: &State, seat: usize, chosen: &str) -> i32 {
    if chosen == "--" {
        return 0;
    }
    let goal = CORNER[seat];
    let nearer = distance(from_square(chosen), goal) - distance(to_square(chosen), goal);
    match state.at(to_square(chosen)) {
        '.' => nearer,
        'W' | 'B' => nearer + 40,
        _ => nearer + 20,
    }
}

/// In moves of a chess king.
pub fn distance(square: &str, other: &str) -> i32 {
    let file = |square: &str| FILES.find(&square[..1]).expect("a file") as i32;
    let rank = |square: &str| square[1..].parse::<i32>().expect("a rank");
    (file(square) - file(other)).abs().max((rank(square) - rank(other)).abs())
}
