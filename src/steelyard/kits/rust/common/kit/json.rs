//! Reads and writes JSON, of which the standard library knows nothing.

/// A value; a number is kept as it was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

static NULL: Json = Json::Null;

impl Json {
    /// Reads one value; an error says where it cannot be read.
    pub fn read(line: &str) -> Result<Json, String> {
        let mut reader = Reader { bytes: line.as_bytes(), at: 0 };
        let value = reader.value()?;
        match reader.next() {
            None => Ok(value),
            Some(_) => Err(reader.wrong("the end")),
        }
    }

    pub fn is_null(&self) -> bool {
        *self == Json::Null
    }

    pub fn is_object(&self) -> bool {
        matches!(self, Json::Object(_))
    }

    /// A member of an object; null if there is none of that name.
    pub fn get(&self, name: &str) -> &Json {
        self.members().iter().rev().find(|(key, _)| key == name).map_or(&NULL, |(_, value)| value)
    }

    pub fn members(&self) -> &[(String, Json)] {
        match self {
            Json::Object(members) => members,
            other => panic!("expected an object, found {other:?}"),
        }
    }

    pub fn items(&self) -> &[Json] {
        match self {
            Json::Array(items) => items,
            other => panic!("expected an array, found {other:?}"),
        }
    }

    pub fn texts(&self) -> Vec<String> {
        self.items().iter().map(|item| item.text().to_string()).collect()
    }

    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            other => panic!("expected a text, found {other:?}"),
        }
    }

    pub fn bool(&self) -> bool {
        *self == Json::Bool(true)
    }

    pub fn number(&self) -> f64 {
        match self {
            Json::Number(written) => written.parse().expect("a number"),
            other => panic!("expected a number, found {other:?}"),
        }
    }

    pub fn int(&self) -> i64 {
        match self {
            Json::Number(written) => written.parse().unwrap_or_else(|_| self.number() as i64),
            other => panic!("expected a number, found {other:?}"),
        }
    }

    /// A text as it is, and a number, true, false and null as they are written.
    pub fn plain(&self) -> String {
        match self {
            Json::Text(text) | Json::Number(text) => text.clone(),
            Json::Bool(value) => value.to_string(),
            _ => "null".to_string(),
        }
    }
}

/// A text as JSON writes it, in quotes.
pub fn quoted(text: &str) -> String {
    let mut written = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\u{8}' => written.push_str("\\b"),
            '\u{c}' => written.push_str("\\f"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            sign if sign < ' ' => written.push_str(&format!("\\u{:04x}", sign as u32)),
            sign => written.push(sign),
        }
    }
    written + "\""
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self) -> Result<Json, String> {
        match self.next() {
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b'"') => Ok(Json::Text(self.string()?)),
            _ => self.word(),
        }
    }

    fn object(&mut self) -> Result<Json, String> {
        let mut members = Vec::new();
        self.at += 1;
        if self.passed(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            if self.next() != Some(b'"') {
                return Err(self.wrong("a member's name"));
            }
            let name = self.string()?;
            if !self.passed(b':') {
                return Err(self.wrong("a colon"));
            }
            members.push((name, self.value()?));
            if self.passed(b'}') {
                return Ok(Json::Object(members));
            }
            if !self.passed(b',') {
                return Err(self.wrong("} or a comma"));
            }
        }
    }

    fn array(&mut self) -> Result<Json, String> {
        let mut items = Vec::new();
        self.at += 1;
        if self.passed(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value()?);
            if self.passed(b']') {
                return Ok(Json::Array(items));
            }
            if !self.passed(b',') {
                return Err(self.wrong("] or a comma"));
            }
        }
    }

    fn string(&mut self) -> Result<String, String> {
        let mut text = Vec::new();
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                None => return Err(self.wrong("the end of a text")),
                Some(b'"') => break,
                Some(b'\\') => {
                    let sign = self.escaped()?;
                    text.extend_from_slice(sign.encode_utf8(&mut [0; 4]).as_bytes());
                }
                Some(&sign) if sign < b' ' => return Err(self.wrong("no control character")),
                Some(&sign) => {
                    text.push(sign);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        String::from_utf8(text).map_err(|_| self.wrong("UTF-8"))
    }

    fn escaped(&mut self) -> Result<char, String> {
        let sign = self.bytes.get(self.at + 1).copied().unwrap_or(0);
        let plain = match sign {
            b'"' | b'\\' | b'/' => sign as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.code(),
            _ => return Err(self.wrong("an escape")),
        };
        self.at += 2;
        Ok(plain)
    }

    /// A sign by its code; those beyond 16 bits are written as two codes.
    fn code(&mut self) -> Result<char, String> {
        let first = self.digits()?;
        if !(0xd800..0xdc00).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or('\u{fffd}'));
        }
        if self.bytes.get(self.at..self.at + 2) != Some(b"\\u") {
            return Ok('\u{fffd}');
        }
        let second = self.digits()?;
        let code = 0x10000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff);
        Ok(char::from_u32(code).unwrap_or('\u{fffd}'))
    }

    fn digits(&mut self) -> Result<u32, String> {
        let digits = self.bytes.get(self.at + 2..self.at + 6).and_then(|bytes| std::str::from_utf8(bytes).ok());
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += 6;
        code.ok_or_else(|| self.wrong("four digits"))
    }

    /// A number, true, false or null.
    fn word(&mut self) -> Result<Json, String> {
        let from = self.at;
        while self.bytes.get(self.at).map_or(false, |sign| !b",:]} \t\r\n".contains(sign)) {
            self.at += 1;
        }
        let word = std::str::from_utf8(&self.bytes[from..self.at]).unwrap_or("");
        match word {
            "null" => return Ok(Json::Null),
            "true" => return Ok(Json::Bool(true)),
            "false" => return Ok(Json::Bool(false)),
            _ => {}
        }
        let digit_first = word.trim_start_matches('-').starts_with(|sign: char| sign.is_ascii_digit());
        if digit_first && word.parse::<f64>().is_ok() {
            return Ok(Json::Number(word.to_string()));
        }
        self.at = from;
        Err(self.wrong("a value"))
    }

    fn passed(&mut self, sign: u8) -> bool {
        let here = self.next() == Some(sign);
        self.at += here as usize;
        here
    }

    /// The next sign that is not blank, which stays to be read.
    fn next(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).map_or(false, |sign| b" \t\r\n".contains(sign)) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    fn wrong(&self, wanted: &str) -> String {
        format!("no JSON: expected {wanted} at {}", self.at + 1)
    }
}
