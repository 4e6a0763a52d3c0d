//! Tests of your bot: `sh test.sh` runs them.
use crate::bot::Bot;
use crate::kit::playing::{Start, Turn};
use crate::kit::state::{State, Tank};

const NAMES: [&str; 6] = ["LA", "LB", "LC", "RC", "RB", "RA"];

/// A position in notation: per column both tanks' rows (x: destroyed) and how many boxes are seat 0's.
fn position(text: &str) -> State {
    let columns: Vec<&[u8]> = text.split('/').map(str::as_bytes).collect();
    let mut state = State { text: text.to_string(), ..State::default() };
    for seat in 0..2 {
        for (column, rows) in columns.iter().enumerate() {
            let name = NAMES[if seat == 0 { 5 - column } else { column }];
            let alive = rows[seat] != b'x';
            state.tanks.push(Tank {
                seat,
                name: name.to_string(),
                kind: name.chars().last().unwrap(),
                column: column as i32,
                row: if alive { i32::from(rows[seat] - b'0') } else { -1 },
                alive,
            });
        }
    }
    let owner = |row: u8, rows: &[u8]| if row < rows[2] - b'0' { '0' } else { '1' };
    state.territory = (0..6).map(|row| columns.iter().map(|rows| owner(row, rows)).collect()).collect();
    state
}

fn chosen(text: &str, seat: usize, legal: &[&str]) -> String {
    let mut bot = Bot::new(&Start { seat, seed: 7, ..Start::default() });
    let legal = legal.iter().map(|name| name.to_string()).collect();
    bot.choose(&Turn {
        number: 1,
        state: position(text),
        legal,
        seat,
        clock_ms: None,
        enemy_clock_ms: None,
        latency_ms: 0.0,
    })
}

/// Seat 0's RB in column 1 comes to stand beside the enemy in column 2, which hits at two only.
#[test]
fn it_hits_what_it_can() {
    assert_eq!(chosen("0x3/1x3/x22/xx3/xx3/x53", 0, &["RA", "RB"]), "RB");
}

/// At the row of the enemy's C, which cannot move, column 1 is hit; in column 0 nobody is near.
#[test]
fn it_does_not_drive_into_fire() {
    assert_eq!(chosen("053/1x3/xx3/123/xx3/xx3", 0, &["RA", "RB"]), "RA");
}

#[test]
fn it_chooses_a_legal_move() {
    for seat in 0..2 {
        assert!(NAMES.contains(&chosen("053/053/053/053/053/053", seat, &NAMES).as_str()));
    }
}
