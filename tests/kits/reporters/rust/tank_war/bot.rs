//! Prints everything that the kit tells it.
use crate::kit::playing::{Start, Turn};
use crate::kit::state::State;

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

fn report(state: &State, _legal: &[String], seat: usize) {
    println!("text {}", state.text);
    let ([boxes, others], [surviving, left]) = (state.boxes, state.surviving);
    println!("round {} boxes {boxes} {others} surviving {surviving} {left}", state.round);
    println!("territory {}", state.territory.join("/"));
    for tank in &state.tanks {
        let fate = if tank.alive { "alive" } else { "dead" };
        println!("tank {} {} {} {} {} {fate}", tank.seat, tank.name, tank.kind, tank.column, tank.row);
    }
    for shot in &state.fired {
        println!("fired {} {} {}", shot.seat, shot.tank, shot.hit);
    }
    println!("at {}", grid(|column, row| state.tank_at(column, row).map_or(".".to_string(), |tank| tank.seat.to_string())));
    println!("owner {}", grid(|column, row| state.owner(column, row).to_string()));
    for tank in state.tanks.iter().filter(|tank| tank.seat == seat && tank.alive) {
        println!("ahead {} {}", tank.name, state.ahead(state.tank(seat, &tank.name)));
    }
}

fn grid(of: impl Fn(i32, i32) -> String) -> String {
    let rows: Vec<String> = (0..6).map(|row| (0..6).map(|column| of(column, row)).collect()).collect();
    rows.join("/")
}
