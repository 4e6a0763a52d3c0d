//! Talks to the referee, one JSON object a line. What the bot prints goes to its log instead.
use super::json::Json;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::io::{AsRawFd, FromRawFd};
use std::sync::{Arc, Mutex};

extern "C" {
    fn dup(file: i32) -> i32;
    fn dup2(file: i32, to: i32) -> i32;
}

/// What the bot says; may be shared by threads.
#[derive(Clone)]
pub struct Answers(Arc<Mutex<File>>);

impl Answers {
    pub fn say(&self, line: &str) {
        let sent = format!("{line}\n");
        let mut file = self.0.lock().expect("nobody panics while writing");
        file.write_all(sent.as_bytes()).expect("the referee listens");
    }
}

/// What the referee says.
pub struct Messages(BufReader<File>);

/// Takes standard input and output for the referee and leaves the bot an empty input and its log.
pub fn open() -> (Messages, Answers) {
    let nothing = OpenOptions::new().read(true).open("/dev/null").expect("/dev/null");
    // The descriptors are ours alone: nothing has used them yet.
    let (from, to) = unsafe {
        let kept = (File::from_raw_fd(dup(0)), File::from_raw_fd(dup(1)));
        dup2(nothing.as_raw_fd(), 0);
        dup2(2, 1);
        kept
    };
    (Messages(BufReader::new(from)), Answers(Arc::new(Mutex::new(to))))
}

impl Iterator for Messages {
    type Item = Json;

    /// The next message; none after `bye` or at the end.
    fn next(&mut self) -> Option<Json> {
        loop {
            let mut line = Vec::new();
            if self.0.read_until(b'\n', &mut line).expect("the referee speaks") == 0 {
                return None;
            }
            let text = String::from_utf8_lossy(&line);
            if text.trim().is_empty() {
                continue;
            }
            let message = read(text.trim());
            let bye = message.get("type").plain() == "bye";
            return if bye { None } else { Some(message) };
        }
    }
}

fn read(line: &str) -> Json {
    let why = match Json::read(line) {
        Ok(message) if message.is_object() => return message,
        Ok(_) => "it is no object".to_string(),
        Err(why) => why,
    };
    eprintln!("a line of the referee's cannot be read: {why}");
    std::process::exit(1);
}
