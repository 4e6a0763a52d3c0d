//! Tests of your bot: `sh test.sh` runs them.
use crate::bot::{distance, Bot};
use crate::kit::playing::{Start, Turn};
use crate::kit::state::{State, FILES};

/// A board with these tanks, by their squares.
fn position(tanks: &[(&str, char)]) -> State {
    let mut board = vec![vec!['.'; 11]; 11];
    for (square, tank) in tanks {
        let rank: usize = square[1..].parse().unwrap();
        board[11 - rank][FILES.find(&square[..1]).unwrap()] = *tank;
    }
    State { board: board.iter().map(|rank| rank.iter().collect()).collect(), ..State::default() }
}

fn chosen(state: State, seat: usize, legal: &[&str]) -> String {
    let mut bot = Bot::new(&Start { seat, seed: 7, ..Start::default() });
    let legal = legal.iter().map(|each| each.to_string()).collect();
    bot.choose(&Turn { number: 1, state, legal, seat, clock_ms: None, enemy_clock_ms: None, latency_ms: 0.0 })
}

#[test]
fn it_takes_the_commander_first() {
    let state = position(&[("e5", 'w'), ("e9", 'b'), ("h5", 'B')]);
    assert_eq!(chosen(state, 0, &["e5-e9", "e5-h5", "e5-d6"]), "e5-h5");
}

#[test]
fn it_drives_towards_the_enemys_corner() {
    assert_eq!(chosen(position(&[("g1", 'w'), ("a11", 'B')]), 0, &["g1-k1", "g1-c5", "g1-f2"]), "g1-c5");
    assert_eq!(chosen(position(&[("a11", 'b'), ("k1", 'W')]), 1, &["a11-a10", "a11-d8"]), "a11-d8");
}

#[test]
fn it_passes_when_it_must() {
    assert_eq!(chosen(position(&[("a11", 'w'), ("k1", 'B')]), 0, &["--"]), "--");
}

#[test]
fn distances_are_those_of_a_king() {
    assert_eq!(distance("a11", "k1"), 10);
}
