//! Prints everything that the kit tells it.
use crate::kit::playing::{Start, Turn};
use crate::kit::state::{from_square, to_square, State};

pub struct Bot {
    seat: usize,
}

impl Bot {
    pub const NAME: &'static str = "reporter";

    pub fn new(start: &Start) -> Bot {
        let options: Vec<String> = start.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        println!(
            "new game={} seat={} clock={} seed={} players={} options={}",
            start.game,
            start.seat,
            start.clock,
            start.seed,
            start.players.join("|"),
            options.join(",")
        );
        Bot { seat: start.seat }
    }

    pub fn choose(&mut self, turn: &Turn) -> String {
        let clock = |ms: Option<f64>| ms.map_or("none".to_string(), |ms| (ms as i64).to_string());
        println!(
            "turn {} seat {} clock {} enemy {} latency {:.1}",
            turn.number,
            turn.seat,
            clock(turn.clock_ms),
            clock(turn.enemy_clock_ms),
            turn.latency_ms
        );
        println!("legal {}", turn.legal.join(" "));
        report(&turn.state, &turn.legal, self.seat);
        turn.legal[turn.number as usize % turn.legal.len()].clone()
    }
}

fn report(state: &State, legal: &[String], _seat: usize) {
    println!("text {}", state.text);
    println!("board {}", state.board.join("/"));
    println!("to_move {}", state.to_move.map_or("none".to_string(), |seat| seat.to_string()));
    let ([white, black], [one, two]) = (state.score, &state.captured);
    println!("score {white} {black} captured {one}|{two} quiet {}", state.quiet);
    let first = from_square(&legal[0]);
    for square in ["k1", "a11", "f6", first].iter().filter(|square| !square.is_empty()) {
        println!("at {square} {}", state.at(square));
    }
    for seat in 0..2 {
        let squares: Vec<String> = state.tanks(seat).iter().map(|square| format!(" {square}")).collect();
        println!("tanks {seat}{}", squares.concat());
    }
    println!("mine {} {}", state.is_mine("k1", 0) as i32, state.is_mine("k1", 1) as i32);
    for chosen in [&legal[0], &legal[legal.len() - 1]] {
        let capture = state.captures(chosen) as i32;
        println!("move {chosen} from {} to {} capture {capture}", from_square(chosen), to_square(chosen));
    }
}
