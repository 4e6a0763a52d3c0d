//! A position of Tank Battle.
use super::json::Json;

pub const FILES: &str = "abcdefghijk";
const SIZE: usize = 11;
const OWN: [&str; 2] = ["wW", "bB"];

/// `g1` of `g1-d4`; nothing of a pass.
pub fn from_square(chosen: &str) -> &str {
    chosen.split('-').next().unwrap_or("")
}

/// `d4` of `g1-d4`; nothing of a pass.
pub fn to_square(chosen: &str) -> &str {
    chosen.rsplit('-').next().unwrap_or("")
}

/// Squares are named as on a chess board, a1 to k11; White, seat 0, has its base around k1.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Rank 11 first, each from file a: `w W` White's tanks and commander, `b B` Black's, `.` none.
    pub board: Vec<String>,
    /// None once the game is over.
    pub to_move: Option<usize>,
    /// Points of White and Black.
    pub score: [i64; 2],
    /// What White and Black have lost.
    pub captured: [String; 2],
    /// Turns since a tank was captured or came into a base.
    pub quiet: i64,
    /// The position in notation.
    pub text: String,
}

impl State {
    pub fn read(told: &Json) -> State {
        let (score, captured) = (told.get("score").items(), told.get("captured").items());
        State {
            board: told.get("board").texts(),
            to_move: Some(told.get("to_move")).filter(|seat| !seat.is_null()).map(|seat| seat.int() as usize),
            score: [score[0].int(), score[1].int()],
            captured: [captured[0].text().to_string(), captured[1].text().to_string()],
            quiet: told.get("quiet").int(),
            text: told.get("state").text().to_string(),
        }
    }

    /// `w`, `W`, `b`, `B` or `.`.
    pub fn at(&self, square: &str) -> char {
        let rank: usize = square[1..].parse().expect("a rank");
        let file = FILES.find(&square[..1]).expect("a file");
        self.board[SIZE - rank].as_bytes()[file] as char
    }

    /// Whether a tank of that seat stands there.
    pub fn is_mine(&self, square: &str, seat: usize) -> bool {
        OWN[seat].contains(self.at(square))
    }

    /// Whether a legal move takes a tank.
    pub fn captures(&self, chosen: &str) -> bool {
        !to_square(chosen).is_empty() && self.at(to_square(chosen)) != '.'
    }

    /// The squares of that seat's tanks, rank 11 first.
    pub fn tanks(&self, seat: usize) -> Vec<String> {
        let squares = (1..=SIZE).rev().flat_map(|rank| FILES.chars().map(move |file| format!("{file}{rank}")));
        squares.filter(|square| self.is_mine(square, seat)).collect()
    }
}
