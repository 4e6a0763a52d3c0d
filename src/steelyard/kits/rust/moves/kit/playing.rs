//! A game as a bot is told of it: a Start once, then a Turn each time a move is due.
use super::json::{quoted, Json};
use super::referee;
use super::state::State;
use crate::bot::Bot;
use std::collections::BTreeMap;

/// A game begins.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Which one; a process may play many.
    pub game: String,
    /// Where you sit: 0 or 1.
    pub seat: usize,
    /// Options of the game that are not at their default.
    pub options: BTreeMap<String, String>,
    pub players: Vec<String>,
    pub clock: String,
    /// Chance for your bot: with the same seed it should play the same.
    pub seed: u64,
}

/// A move is due.
#[derive(Clone, Debug)]
pub struct Turn {
    pub number: i64,
    pub state: State,
    /// Every move you may make.
    pub legal: Vec<String>,
    pub seat: usize,
    /// What you have left; None is no limit.
    pub clock_ms: Option<f64>,
    pub enemy_clock_ms: Option<f64>,
    /// How late this machine runs things: keep at least this much in hand.
    pub latency_ms: f64,
}

/// Plays every game there is to play, a new bot for each.
pub fn play() {
    let (messages, answers) = referee::open();
    let mut playing: Option<(Bot, usize)> = None;
    for message in messages {
        match message.get("type").plain().as_str() {
            "hello" => answers.say(&format!("{{\"type\":\"ready\",\"name\":{}}}", quoted(Bot::NAME))),
            "start" => {
                let start = start_of(&message);
                playing = Some((Bot::new(&start), start.seat));
            }
            "turn" => {
                if let Some((bot, seat)) = &mut playing {
                    let turn = turn_of(&message, *seat);
                    let (chosen, game) = (quoted(&bot.choose(&turn)), quoted(message.get("game").text()));
                    answers.say(&format!(
                        "{{\"type\":\"move\",\"move\":{chosen},\"turn\":{},\"game\":{game}}}",
                        turn.number
                    ));
                }
            }
            _ => {}
        }
    }
}

fn start_of(message: &Json) -> Start {
    let options = message.get("options").members().iter();
    Start {
        game: message.get("game").text().to_string(),
        seat: message.get("seat").int() as usize,
        options: options.map(|(name, value)| (name.clone(), value.plain())).collect(),
        players: message.get("players").texts(),
        clock: message.get("clock").text().to_string(),
        seed: message.get("seed").int() as u64,
    }
}

fn turn_of(message: &Json, seat: usize) -> Turn {
    let clock = |seat: usize| Some(&message.get("clocks_ms").items()[seat]).filter(|ms| !ms.is_null()).map(Json::number);
    Turn {
        number: message.get("turn").int(),
        state: State::read(message.get("state")),
        legal: message.get("legal").texts(),
        seat,
        clock_ms: clock(seat),
        enemy_clock_ms: clock(1 - seat),
        latency_ms: message.get("latency_ms").number(),
    }
}

/// Numbers that look random; the same seed gives the same.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    /// The move that is worth most; among equals chance decides.
    pub fn best(&mut self, moves: &[String], worth: impl Fn(&str) -> i32) -> String {
        let worths: Vec<i32> = moves.iter().map(|each| worth(each)).collect();
        let most = worths.iter().max().expect("there is a move");
        let equals: Vec<usize> = (0..moves.len()).filter(|&index| worths[index] == *most).collect();
        moves[equals[self.below(equals.len())]].clone()
    }
}
