//! A position of Tank War.
use super::json::Json;

#[derive(Clone, Debug, PartialEq)]
pub struct Tank {
    pub seat: usize,
    /// `LA`: the one of type A on its player's own left.
    pub name: String,
    /// A hits diagonally, B next to it, C at a distance of two.
    pub kind: char,
    pub column: i32,
    /// -1 once destroyed.
    pub row: i32,
    pub alive: bool,
}

/// Who hit whom.
#[derive(Clone, Debug)]
pub struct Shot {
    pub seat: usize,
    pub tank: String,
    /// The name of an enemy tank.
    pub hit: String,
}

/// Columns count from the left as drawn, rows from the top; seat 0 starts at the top and drives down.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub round: i64,
    pub tanks: Vec<Tank>,
    /// Six rows, each box its owner's seat.
    pub territory: Vec<String>,
    /// How many are seat 0's and seat 1's.
    pub boxes: [i64; 2],
    pub surviving: [i64; 2],
    /// Who hit whom in the last round.
    pub fired: Vec<Shot>,
    /// The position in notation.
    pub text: String,
}

impl State {
    pub fn read(told: &Json) -> State {
        let pair = |name: &str| [told.get(name).items()[0].int(), told.get(name).items()[1].int()];
        State {
            round: told.get("round").int(),
            tanks: told.get("tanks").items().iter().map(tank).collect(),
            territory: told.get("territory").texts(),
            boxes: pair("boxes"),
            surviving: pair("surviving"),
            fired: told.get("fired").items().iter().map(shot).collect(),
            text: told.get("state").text().to_string(),
        }
    }

    pub fn tank_at(&self, column: i32, row: i32) -> Option<&Tank> {
        self.tanks.iter().find(|tank| tank.alive && (tank.column, tank.row) == (column, row))
    }

    /// The seat whose territory a box is.
    pub fn owner(&self, column: i32, row: i32) -> usize {
        (self.territory[row as usize].as_bytes()[column as usize] - b'0') as usize
    }

    pub fn tank(&self, seat: usize, name: &str) -> &Tank {
        self.tanks.iter().find(|tank| tank.seat == seat && tank.name == name).expect("a tank of that name")
    }

    /// The row in front of a tank.
    pub fn ahead(&self, tank: &Tank) -> i32 {
        tank.row + if tank.seat == 0 { 1 } else { -1 }
    }
}

fn tank(told: &Json) -> Tank {
    let alive = told.get("alive").bool();
    Tank {
        seat: told.get("seat").int() as usize,
        name: told.get("name").text().to_string(),
        kind: told.get("type").text().chars().next().expect("a letter"),
        column: told.get("column").int() as i32,
        row: if alive { told.get("row").int() as i32 } else { -1 },
        alive,
    }
}

fn shot(told: &Json) -> Shot {
    Shot {
        seat: told.get("seat").int() as usize,
        tank: told.get("tank").text().to_string(),
        hit: told.get("hit").text().to_string(),
    }
}
