//! Tests of your bot: `sh test.sh` runs them.
use crate::game_map::Position;
use crate::kit::game_state::{Direction, GameState, Tank};
use crate::kit::playing::Joystick;
use crate::tank_logic::{in_line, TankLogic};

/// A position as drawn: 0 and 1 are the tanks.
fn drawn(rows: &[&str]) -> GameState {
    let board = rows.concat();
    let width = rows[0].len();
    let tank = |id: usize| {
        let at = board.find(if id == 0 { '0' } else { '1' }).unwrap();
        Tank { tank_id: id, pos_x: (at % width) as i32, pos_y: (at / width) as i32, ..Tank::default() }
    };
    GameState {
        width: width as i32,
        height: rows.len() as i32,
        tanks: [tank(0), tank(1)],
        board: board.replace(['0', '1'], ".").into_bytes(),
        ..GameState::default()
    }
}

/// What tank 0 sets last.
fn joystick(rows: &[&str]) -> (Direction, Direction, bool) {
    let joystick = Joystick::for_test();
    TankLogic::new(0, joystick.clone()).make_move(&drawn(rows));
    joystick.held()
}

#[test]
fn it_drives_where_there_is_room() {
    assert_eq!(joystick(&["xxxxx", "x0.oo", "xxxxx", "1xxxx"]).0, Direction::Right);
    assert_eq!(joystick(&["xoxxx", "xo.oo", "x0xxx", "x...1", "x.xxx"]).0, Direction::Down);
}

#[test]
fn it_fires_at_an_enemy_in_line() {
    assert_eq!(joystick(&["xxxxxxx", "x0....1", "xxxxxxx"]), (Direction::Right, Direction::Right, true));
}

#[test]
fn it_holds_its_fire_otherwise() {
    assert!(!joystick(&["xxxxxx", "x0...x", "xxxxx1"]).2);
}

#[test]
fn a_missile_does_not_go_around_the_edge() {
    assert_eq!(in_line(Position { x: 0, y: 3 }, Position { x: 9, y: 3 }), Direction::Right);
}
