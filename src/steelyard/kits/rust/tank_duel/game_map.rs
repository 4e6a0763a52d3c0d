//! Helps to read a GameState. Make a new one for each; change it and add to it as you like.
#![allow(dead_code)]
use crate::kit::game_state::{GameState, Tank};
use std::time::Instant;

/// A square; (0, 0) is at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub x: i32,
    pub y: i32,
}

pub struct GameMap<'a> {
    made_at: Instant,
    tank_id: usize,
    state: &'a GameState,
}

impl<'a> GameMap<'a> {
    pub fn new(tank_id: usize, state: &'a GameState) -> GameMap<'a> {
        GameMap { made_at: Instant::now(), tank_id, state }
    }

    pub fn size_x(&self) -> i32 {
        self.state.width
    }

    pub fn size_y(&self) -> i32 {
        self.state.height
    }

    pub fn own_position(&self) -> Position {
        place(&self.state.tanks[self.tank_id])
    }

    pub fn enemy_position(&self) -> Position {
        place(&self.state.tanks[1 - self.tank_id])
    }

    /// Milliseconds since this GameMap was made.
    pub fn elapsed(&self) -> u128 {
        self.made_at.elapsed().as_millis()
    }

    /// Neither a wall nor a mine; a tank or a missile may be there.
    pub fn is_empty(&self, position: Position) -> bool {
        self.state.board[self.index(position)] == b'.'
    }

    pub fn is_missile_in_position(&self, position: Position) -> bool {
        self.state.missiles.iter().flatten().any(|missile| {
            let head = Position { x: missile.head_pos_x, y: missile.head_pos_y };
            let tail = Position { x: missile.tail_pos_x, y: missile.tail_pos_y };
            position == head || position == tail
        })
    }

    /// One step to the left, around the edge if need be; the others likewise.
    pub fn move_left(&self, position: Position) -> Position {
        self.wrapped(position.x - 1, position.y)
    }

    pub fn move_right(&self, position: Position) -> Position {
        self.wrapped(position.x + 1, position.y)
    }

    pub fn move_up(&self, position: Position) -> Position {
        self.wrapped(position.x, position.y - 1)
    }

    pub fn move_down(&self, position: Position) -> Position {
        self.wrapped(position.x, position.y + 1)
    }

    /// Prints walls, mines and missiles.
    pub fn print_map(&self) {
        for y in 0..self.size_y() {
            let row: String = (0..self.size_x()).map(|x| self.mark(Position { x, y })).collect();
            println!("{row}");
        }
    }

    /// Prints the positions of both tanks, the map and the missiles.
    pub fn print_state(&self) {
        println!("own position {},{}", self.own_position().x, self.own_position().y);
        println!("enemy position {},{}", self.enemy_position().x, self.enemy_position().y);
        self.print_map();
        for missile in self.state.missiles.iter().flatten() {
            let flames = if missile.in_flames { " in flames" } else { "" };
            println!(
                "missile head {},{} tail {},{} {:?}{flames}",
                missile.head_pos_x, missile.head_pos_y, missile.tail_pos_x, missile.tail_pos_y, missile.direction
            );
        }
    }

    fn mark(&self, position: Position) -> char {
        if self.is_missile_in_position(position) {
            return '*';
        }
        self.state.board[self.index(position)] as char
    }

    fn index(&self, position: Position) -> usize {
        (position.x + position.y * self.size_x()) as usize
    }

    fn wrapped(&self, x: i32, y: i32) -> Position {
        Position { x: x.rem_euclid(self.size_x()), y: y.rem_euclid(self.size_y()) }
    }
}

fn place(tank: &Tank) -> Position {
    Position { x: tank.pos_x, y: tank.pos_y }
}
