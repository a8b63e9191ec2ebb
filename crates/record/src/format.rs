//! The text format of records.

use std::{fmt, str::FromStr};

use thiserror::Error;
use yipan_clock::Millis;
use yipan_core::{Game, Step};

use crate::{GameRecord, Tag};

const FORMAT_HEADER: &str = "yipan record 1";

/// Separates a step from its time.
const TIME_SEPARATOR: &str = " @";

/// The error of a record that cannot be parsed, with its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct ParseRecordError {
    /// Counted from 1.
    pub line: usize,
    /// The problem and how to fix it.
    pub problem: String,
}

impl<G: Game> fmt::Display for GameRecord<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FORMAT_HEADER}\ngame {}\nrules {}", G::NAME, G::RULES_VERSION)?;
        for tag in &self.tags {
            writeln!(f, "{}", format!("tag {} {}", tag.name(), tag.value()).trim_end())?;
        }
        writeln!(f, "setup {}", self.setup())?;
        self.steps().iter().zip(self.times()).try_for_each(|(step, time)| match time {
            Some(time) => writeln!(f, "{}{TIME_SEPARATOR}{time}", step_line(step)),
            None => writeln!(f, "{}", step_line(step)),
        })
    }
}

/// Returns the line of one step, as appended to a record.
///
/// ```
/// use yipan_core::Step;
/// assert_eq!(yipan_record::step_line::<_, u8>(&Step::Action("e2e4")), "action e2e4");
/// ```
#[must_use]
pub fn step_line<A: fmt::Display, D: fmt::Display>(step: &Step<A, D>) -> String {
    match step {
        Step::Action(action) => format!("action {action}"),
        Step::Chance(event) => format!("chance {event}"),
    }
}

/// Returns the name of the game from the header; `None` if the record has no such line.
///
/// ```
/// assert_eq!(yipan_record::game_name("yipan record 1\ngame chess\n"), Some("chess"));
/// ```
#[must_use]
pub fn game_name(record: &str) -> Option<&str> {
    record.lines().find_map(|line| line.strip_prefix("game ")).map(str::trim)
}

/// Parses a record. Steps are parsed, not validated; [`GameRecord::replay`] does that.
impl<G: Game> FromStr for GameRecord<G> {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<GameRecord<G>, ParseRecordError> {
        let mut lines = RecordLines { lines: text.lines().enumerate(), last_line: 0 };
        lines.expect_line(FORMAT_HEADER)?;
        lines.expect_line(&format!("game {}", G::NAME))?;
        lines.expect_line(&format!("rules {}", G::RULES_VERSION))?;
        let mut tags = Vec::new();
        let setup = loop {
            let (line, key, rest) =
                lines.next().ok_or_else(|| lines.error("the record ends before its `setup` line"))?;
            match key {
                "tag" => {
                    let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                    tags.push(Tag::new(name, value).map_err(error_at_line(line))?);
                }
                "setup" => break rest.parse().map_err(error_at_line(line))?,
                _ => return Err(error_at_line(line)(format!("expected `tag` or `setup`, found `{key}`"))),
            }
        };
        let mut record = GameRecord::new(setup);
        record.tags = tags;
        for (line, key, rest) in lines {
            let (rest, time) = match rest.rsplit_once(TIME_SEPARATOR) {
                Some((rest, time)) => (rest, Some(time)),
                None => (rest, None),
            };
            let step = match key {
                "action" => Step::Action(rest.parse().map_err(error_at_line(line))?),
                "chance" => Step::Chance(rest.parse().map_err(error_at_line(line))?),
                _ => {
                    return Err(error_at_line(line)(format!("expected `action` or `chance`, found `{key}`")));
                }
            };
            match time {
                None => record.push(step),
                Some(time) => {
                    let time_error = |_| {
                        error_at_line(line)(format!("`{time}` is not a time; write milliseconds after the @"))
                    };
                    record.push_at(step, Millis(time.parse().map_err(time_error)?));
                }
            }
        }
        Ok(record)
    }
}

fn error_at_line<E: fmt::Display>(line: usize) -> impl Fn(E) -> ParseRecordError {
    move |problem| ParseRecordError { line, problem: problem.to_string() }
}

/// The numbered lines of a record that are not blank.
struct RecordLines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    last_line: usize,
}

impl<'a> RecordLines<'a> {
    fn error(&self, problem: &str) -> ParseRecordError {
        ParseRecordError { line: self.last_line.max(1), problem: problem.to_owned() }
    }

    fn expect_line(&mut self, expected: &str) -> Result<(), ParseRecordError> {
        let missing = self.error(&format!("the record ends before `{expected}`"));
        let (line, key, rest) = self.next().ok_or(missing)?;
        let found = format!("{key} {rest}");
        if found.trim_end() == expected {
            Ok(())
        } else {
            Err(error_at_line(line)(format!("expected `{expected}`, found `{}`", found.trim_end())))
        }
    }
}

impl<'a> Iterator for RecordLines<'a> {
    type Item = (usize, &'a str, &'a str);

    /// Returns the number of the next line that is not empty, its first word, and the rest.
    fn next(&mut self) -> Option<(usize, &'a str, &'a str)> {
        let (index, line) = self.lines.find(|(_, line)| !line.trim().is_empty())?;
        self.last_line = index + 1;
        let (key, rest) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));
        Some((self.last_line, key, rest))
    }
}
