//! Plays every game there is to play, a new TankLogic for each.
use super::game_state::{Direction, GameState};
use super::json::quoted;
use super::referee::{self, Answers};
use crate::tank_logic::TankLogic;

/// The joystick of one game; a copy of it sets the same one.
#[derive(Clone)]
pub struct Joystick {
    set: Set,
}

#[derive(Clone)]
enum Set {
    Referee(Answers, String),
    Test(std::sync::Arc<std::sync::Mutex<(Direction, Direction, bool)>>),
}

impl Joystick {
    /// Sets it, as often as you like in a round: what was set last counts, and stays set.
    pub fn set(&self, move_direction: Direction, tower_direction: Direction, fire: bool) {
        match &self.set {
            Set::Referee(answers, game) => {
                let word = |direction: Direction| direction.word().map_or("null".to_string(), quoted);
                let (drive, aim) = (word(move_direction), word(tower_direction));
                answers.say(&format!(
                    "{{\"type\":\"joystick\",\"MoveDirection\":{drive},\"TowerDirection\":{aim},\"Fire\":{fire},\"game\":{game}}}"
                ));
            }
            Set::Test(held) => *held.lock().expect("one thread") = (move_direction, tower_direction, fire),
        }
    }

    /// A joystick for tests.
    pub fn for_test() -> Joystick {
        Joystick { set: Set::Test(Default::default()) }
    }

    /// What a joystick for tests was set to last.
    pub fn held(&self) -> (Direction, Direction, bool) {
        match &self.set {
            Set::Test(held) => *held.lock().expect("one thread"),
            Set::Referee(..) => panic!("this joystick is not for tests"),
        }
    }
}

pub fn play() {
    let (messages, answers) = referee::open();
    let mut playing: Option<(TankLogic, usize)> = None;
    for message in messages {
        match message.get("type").plain().as_str() {
            "hello" => answers.say(&format!("{{\"type\":\"ready\",\"name\":{}}}", quoted(TankLogic::PLAYER_NAME))),
            "start" => {
                let set = Set::Referee(answers.clone(), quoted(message.get("game").text()));
                let seat = message.get("seat").int() as usize;
                playing = Some((TankLogic::new(seat, Joystick { set }), seat));
            }
            "turn" => {
                if let Some((logic, seat)) = &mut playing {
                    let clock = &message.get("clocks_ms").items()[*seat];
                    let clock_ms = if clock.is_null() { None } else { Some(clock.number()) };
                    logic.make_move(&GameState::read(message.get("state"), clock_ms));
                    let (turn, game) = (message.get("turn").int(), quoted(message.get("game").text()));
                    answers.say(&format!("{{\"type\":\"done\",\"turn\":{turn},\"game\":{game}}}"));
                }
            }
            _ => {}
        }
    }
}
