//! Plays every game there is to play, a new Bot for each.
mod bot;
#[cfg(test)]
mod bot_test;
mod kit;

fn main() {
    kit::main(kit::playing::play);
}
