//! Prints everything that the kit tells it.
use crate::game_map::{GameMap, Position};
use crate::kit::game_state::{Direction, GameState};
use crate::kit::playing::Joystick;

const DIRECTIONS: [Direction; 5] =
    [Direction::Left, Direction::Right, Direction::Up, Direction::Down, Direction::Neutral];

pub struct TankLogic {
    tank_id: usize,
    joystick: Joystick,
}

impl TankLogic {
    pub const PLAYER_NAME: &'static str = "reporter";

    pub fn new(tank_id: usize, joystick: Joystick) -> TankLogic {
        println!("new tank {tank_id}");
        TankLogic { tank_id, joystick }
    }

    pub fn make_move(&mut self, state: &GameState) {
        let map = GameMap::new(self.tank_id, state);
        report_map(&map);
        report_state(state);
        println!("elapsed {}", if map.elapsed() < 60000 { "ok" } else { "long" });
        map.print_map();
        map.print_state();
        let count = state.counter as usize;
        if count % 7 == 6 {
            return;
        }
        self.joystick.set(DIRECTIONS[count % 5], DIRECTIONS[(count + 2) % 5], count % 2 == 1);
        if count % 3 == 2 {
            self.joystick.set(DIRECTIONS[(count + 1) % 5], Direction::Neutral, false);
        }
    }
}

fn report_map(map: &GameMap) {
    let (width, height, own, enemy) = (map.size_x(), map.size_y(), map.own_position(), map.enemy_position());
    let grid = |holds: &dyn Fn(Position) -> bool| -> String {
        let row = |y| (0..width).map(|x| if holds(Position { x, y }) { '1' } else { '0' }).collect();
        (0..height).map(row).collect::<Vec<String>>().join("/")
    };
    println!("size {width} {height}");
    println!("own {} {}", own.x, own.y);
    println!("enemy {} {}", enemy.x, enemy.y);
    println!("empty {}", grid(&|at| map.is_empty(at)));
    println!("missile {}", grid(&|at| map.is_missile_in_position(at)));
    let corner = |x, y| Position { x, y };
    let (right, bottom) = (width - 1, height - 1);
    for at in [corner(0, 0), corner(right, 0), corner(0, bottom), corner(right, bottom), own, enemy] {
        print!("from {} {}", at.x, at.y);
        let steps = [map.move_left(at), map.move_right(at), map.move_up(at), map.move_down(at)];
        for (way, to) in ["left", "right", "up", "down"].iter().zip(steps) {
            print!(" {way} {} {}", to.x, to.y);
        }
        println!();
    }
}

fn report_state(state: &GameState) {
    let board = String::from_utf8_lossy(&state.board);
    println!("state {} {} {} {board}", state.width, state.height, state.counter);
    println!("times {} {} {}", state.elapsed_time, state.next_move, state.game_pace);
    let word = |direction: Direction| direction.word().unwrap_or("null");
    for tank in &state.tanks {
        println!(
            "tank {} {} {} {} {} fire={} flames={} wall={} mine={} missile={} tank={}",
            tank.tank_id,
            tank.pos_x,
            tank.pos_y,
            word(tank.move_direction),
            word(tank.tower_direction),
            tank.fire as i32,
            tank.in_flames as i32,
            tank.hit_wall as i32,
            tank.hit_mine as i32,
            tank.hit_missile as i32,
            tank.hit_tank as i32
        );
    }
    for (index, missile) in state.missiles.iter().enumerate() {
        match missile {
            None => println!("missile {index} null"),
            Some(missile) => println!(
                "missile {index} {} head {} {} tail {} {} {} flames={}",
                missile.tank_id,
                missile.head_pos_x,
                missile.head_pos_y,
                missile.tail_pos_x,
                missile.tail_pos_y,
                word(missile.direction),
                missile.in_flames as i32
            ),
        }
    }
}
