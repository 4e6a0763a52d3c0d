//! Your bot: edit this file.
//!
//! This one drives where the longest run of free squares lies ahead, and fires when the enemy is in line.
use crate::game_map::{GameMap, Position};
use crate::kit::game_state::{Direction, GameState};
use crate::kit::playing::Joystick;

const LONGEST_LOOK: i32 = 6;
const WAYS: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

/// Your bot; there is a new one for every game. Add what it should remember during a game.
pub struct TankLogic {
    tank_id: usize,
    joystick: Joystick,
}

impl TankLogic {
    pub const PLAYER_NAME: &'static str = "{{name}}";

    /// A game begins.
    pub fn new(tank_id: usize, joystick: Joystick) -> TankLogic {
        TankLogic { tank_id, joystick }
    }

    /// Called with the first state of a game and each time it has changed: set the joystick.
    pub fn make_move(&mut self, state: &GameState) {
        let map = GameMap::new(self.tank_id, state);
        let mut best = WAYS[0];
        for other in WAYS {
            if free_run(&map, other) > free_run(&map, best) {
                best = other;
            }
        }
        let aim = in_line(step(&map, map.own_position(), best), map.enemy_position());
        self.joystick.set(best, aim, aim != Direction::Neutral);
    }
}

fn step(map: &GameMap, square: Position, direction: Direction) -> Position {
    match direction {
        Direction::Right => map.move_right(square),
        Direction::Up => map.move_up(square),
        Direction::Down => map.move_down(square),
        _ => map.move_left(square), // Neutral drives left, too
    }
}

/// How many squares that way are free, as far as we look.
fn free_run(map: &GameMap, direction: Direction) -> i32 {
    let mut square = map.own_position();
    for length in 0..LONGEST_LOOK {
        square = step(map, square, direction);
        if square == map.enemy_position() || map.is_missile_in_position(square) || !map.is_empty(square) {
            return length;
        }
    }
    LONGEST_LOOK
}

/// Where to fire from one square to hit another; a missile does not go around the edge.
pub fn in_line(own: Position, enemy: Position) -> Direction {
    match (own.x == enemy.x, own.y == enemy.y) {
        (false, true) if enemy.x < own.x => Direction::Left,
        (false, true) => Direction::Right,
        (true, false) if enemy.y < own.y => Direction::Up,
        (true, false) => Direction::Down,
        _ => Direction::Neutral,
    }
}
