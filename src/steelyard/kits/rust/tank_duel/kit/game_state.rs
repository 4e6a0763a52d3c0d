//! A state of Tank Duel.
use super::json::Json;

/// Where to drive or aim; Neutral is nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    #[default]
    Neutral,
    Left,
    Right,
    Up,
    Down,
}

impl Direction {
    /// As it is written; nothing for Neutral.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Direction::Neutral => None,
            Direction::Left => Some("Left"),
            Direction::Right => Some("Right"),
            Direction::Up => Some("Up"),
            Direction::Down => Some("Down"),
        }
    }

    fn read(told: &Json) -> Direction {
        match told.plain().as_str() {
            "Left" => Direction::Left,
            "Right" => Direction::Right,
            "Up" => Direction::Up,
            "Down" => Direction::Down,
            _ => Direction::Neutral,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Tank {
    pub tank_id: usize,
    pub player_id: i64,
    pub pos_x: i32,
    pub pos_y: i32,
    /// It fired a missile in the last round.
    pub fire: bool,
    pub move_direction: Direction,
    pub tower_direction: Direction,
    pub in_flames: bool,
    pub hit_wall: bool,
    pub hit_mine: bool,
    pub hit_missile: bool,
    pub hit_tank: bool,
}

/// Two squares long; head and tail may lie off the board.
#[derive(Clone, Debug, Default)]
pub struct Missile {
    pub missile_id: i64,
    /// Whose it is.
    pub tank_id: usize,
    pub head_pos_x: i32,
    pub head_pos_y: i32,
    pub tail_pos_x: i32,
    pub tail_pos_y: i32,
    pub direction: Direction,
    pub in_flames: bool,
}

#[derive(Clone, Debug, Default)]
pub struct GameState {
    pub width: i32,
    pub height: i32,
    /// Each at the place of its id.
    pub tanks: [Tank; 2],
    /// None for a tank that has none in flight.
    pub missiles: [Option<Missile>; 2],
    /// `.` free, `x` wall, `o` mine, at x + y * width; without the tanks.
    pub board: Vec<u8>,
    /// Rounds played so far.
    pub counter: i64,
    pub winner: String,
    /// Milliseconds, as the next two: so far, until the joysticks are read next, and in a round.
    pub elapsed_time: i64,
    pub next_move: i64,
    pub game_pace: i64,
}

impl GameState {
    /// A round lasts as long as the clock says; without one, times are 0.
    pub fn read(told: &Json, clock_ms: Option<f64>) -> GameState {
        let game_pace = clock_ms.unwrap_or(0.0) as i64;
        let elapsed_time = game_pace * told.get("Counter").int();
        let (tanks, missiles) = (told.get("Tanks").items(), told.get("Missiles").items());
        GameState {
            width: told.get("Width").int() as i32,
            height: told.get("Height").int() as i32,
            tanks: [tank(&tanks[0]), tank(&tanks[1])],
            missiles: [missile(&missiles[0]), missile(&missiles[1])],
            board: told.get("Board").text().as_bytes().to_vec(),
            counter: told.get("Counter").int(),
            winner: told.get("Winner").plain(),
            elapsed_time,
            next_move: elapsed_time + game_pace,
            game_pace,
        }
    }
}

fn tank(told: &Json) -> Tank {
    Tank {
        tank_id: told.get("TankId").int() as usize,
        player_id: told.get("PlayerId").int(),
        pos_x: told.get("PosX").int() as i32,
        pos_y: told.get("PosY").int() as i32,
        fire: told.get("Fire").bool(),
        move_direction: Direction::read(told.get("MoveDirection")),
        tower_direction: Direction::read(told.get("TowerDirection")),
        in_flames: told.get("InFlames").bool(),
        hit_wall: told.get("HitWall").bool(),
        hit_mine: told.get("HitMine").bool(),
        hit_missile: told.get("HitMissile").bool(),
        hit_tank: told.get("HitTank").bool(),
    }
}

fn missile(told: &Json) -> Option<Missile> {
    if told.is_null() {
        return None;
    }
    Some(Missile {
        missile_id: told.get("MissileId").int(),
        tank_id: told.get("TankId").int() as usize,
        head_pos_x: told.get("HeadPosX").int() as i32,
        head_pos_y: told.get("HeadPosY").int() as i32,
        tail_pos_x: told.get("TailPosX").int() as i32,
        tail_pos_y: told.get("TailPosY").int() as i32,
        direction: Direction::read(told.get("Direction")),
        in_flames: told.get("InFlames").bool(),
    })
}
