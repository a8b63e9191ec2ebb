//! Clock times and evaluations in comments: `[%clk 1:02:03]`, `[%emt 0:00:07.5]`, `[%eval -0.35]`.

use alloc::{format, string::String};
use core::{fmt::Write, ops::Range, time::Duration};

use crate::MoveNode;

/// An engine's evaluation of a position, from the first side's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in `n` moves; negative if the second side mates.
    Mate(i32),
}

impl<M> MoveNode<M> {
    /// Returns the time left to the player after this move, from `[%clk h:mm:ss]` in the comment.
    ///
    /// ```
    /// use std::time::Duration;
    /// use yipan_pgn::MoveNode;
    ///
    /// let node = MoveNode { comment: "[%clk 0:01:30.5] at last".to_owned(), ..MoveNode::from("e4") };
    /// assert_eq!(node.clock(), Some(Duration::from_millis(90_500)));
    /// ```
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        parse_duration(command_value(&self.comment, "[%clk")?)
    }

    /// Returns the time that this move took, from `[%emt h:mm:ss]` in the comment.
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        parse_duration(command_value(&self.comment, "[%emt")?)
    }

    /// Returns the evaluation from `[%eval 0.25]`, `[%eval 0.25,18]` or `[%eval #-3]` in the comment.
    #[must_use]
    pub fn eval(&self) -> Option<Eval> {
        let text = command_value(&self.comment, "[%eval")?;
        let text = text.split_once(',').map_or(text, |(value, _depth)| value.trim_end());
        match text.strip_prefix('#') {
            Some(moves) => moves.parse().ok().map(Eval::Mate),
            None => parse_centipawns(text).map(Eval::Centipawns),
        }
    }

    /// Writes the time left to the player into the comment, replacing an existing clock command.
    pub fn set_clock_comment(&mut self, left: Duration) {
        self.set_command("[%clk", left);
    }

    /// Writes the time that this move took into the comment, replacing an existing command for it.
    pub fn set_elapsed_comment(&mut self, elapsed: Duration) {
        self.set_command("[%emt", elapsed);
    }

    fn set_command(&mut self, name: &str, duration: Duration) {
        let command = format!("{name} {}]", format_duration(duration));
        match find_command(&self.comment, name) {
            Some((whole, _)) => self.comment.replace_range(whole, &command),
            None if self.comment.is_empty() => self.comment = command,
            None => self.comment.insert_str(0, &(command + " ")),
        }
    }
}

/// Returns the value of a command, without its name and brackets.
fn command_value<'c>(comment: &'c str, name: &str) -> Option<&'c str> {
    find_command(comment, name).map(|(_, inner)| comment[inner].trim())
}

/// Returns the byte ranges of a command and of its value.
fn find_command(comment: &str, name: &str) -> Option<(Range<usize>, Range<usize>)> {
    let start = comment.find(name)?;
    let inner = start + name.len();
    let end = inner + comment[inner..].find(']')?;
    comment[inner..end].starts_with(char::is_whitespace).then_some((start..end + 1, inner..end))
}

/// Parses hours, minutes and seconds. Seconds may have a fraction; missing fields are zero.
fn parse_duration(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds = 0u64;
    for (place, field) in whole.split(':').enumerate() {
        if place == 3 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(parse_digits(field)?)?;
    }
    let nanos = match fraction {
        "" => 0,
        _ => parse_digits(&format!("{fraction:0<9.9}"))? as u32,
    };
    Some(Duration::new(seconds, nanos))
}

/// Formats a duration as clocks show it, with a fraction only if there is one.
fn format_duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if duration.subsec_nanos() > 0 {
        let fraction = format!("{:09}", duration.subsec_nanos());
        write!(text, ".{}", fraction.trim_end_matches('0')).expect("writing to a string cannot fail");
    }
    text
}

fn parse_centipawns(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let hundredths =
        parse_digits(whole)?.checked_mul(100)?.checked_add(parse_digits(&format!("{fraction:0<2.2}"))?)?;
    i32::try_from(hundredths).ok().map(|hundredths| sign * hundredths)
}

/// Parses digits only: neither `+` nor spaces.
fn parse_digits(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(comment: &str) -> MoveNode<()> {
        MoveNode { comment: comment.to_owned(), ..MoveNode::default() }
    }

    #[test]
    fn a_clock_shows_hours_minutes_and_seconds() {
        for (comment, millis) in [
            ("[%clk 1:02:03]", Some(3_723_000)),
            ("before [%clk 0:00:00.04] after", Some(40)),
            ("[%clk\n2:36:35] broken over the line", Some(9_395_000)),
            ("[%clk 3:05]", Some(185_000)),
            ("[%eval 0.3] [%clk 0:10:00.123456789123]", Some(600_123)),
            ("[%clk]", None),
            ("[%clk 1:2:3:4]", None),
            ("[%clk -1:00:00]", None),
            ("[%clk 1:0x:00]", None),
            ("[%clk 0:00:01.+5]", None),
            ("[%clk 99999999999999999999:00:00]", None),
            ("[%clk 0:00:01", None),
            ("[%clock 0:00:01]", None),
            ("é [%clk é]", None),
            ("no clock", None),
        ] {
            let read = node(comment).clock().map(|left| left.as_millis());
            assert_eq!(read, millis, "{comment}");
        }
        assert_eq!(node("[%emt 0:00:07.5]").elapsed(), Some(Duration::from_millis(7500)));
    }

    #[test]
    fn a_new_clock_comment_replaces_the_old_one() {
        for (before, after) in [
            ("", "[%clk 1:00:05.25]"),
            ("a blunder", "[%clk 1:00:05.25] a blunder"),
            ("[%eval 0.1] [%clk 0:00:01] in time trouble", "[%eval 0.1] [%clk 1:00:05.25] in time trouble"),
        ] {
            let mut node = node(before);
            node.set_clock_comment(Duration::from_millis(3_605_250));
            assert_eq!(node.comment, after);
            assert_eq!(node.clock(), Some(Duration::from_millis(3_605_250)));
        }
    }

    #[test]
    fn the_time_of_a_move_is_written_beside_its_clock() {
        let mut node = node("[%emt 0:00:09] at last");
        node.set_elapsed_comment(Duration::from_millis(7_500));
        node.set_clock_comment(Duration::from_secs(60));
        assert_eq!(node.comment, "[%clk 0:01:00] [%emt 0:00:07.5] at last");
        assert_eq!(node.elapsed(), Some(Duration::from_millis(7_500)));
    }

    #[test]
    fn an_evaluation_is_centipawns_or_moves_to_mate() {
        for (comment, eval) in [
            ("[%eval -3.42]", Some(Eval::Centipawns(-342))),
            ("[%eval 12.0]", Some(Eval::Centipawns(1200))),
            ("[%eval +0.5,22]", Some(Eval::Centipawns(50))),
            ("[%eval 1]", Some(Eval::Centipawns(100))),
            ("[%eval #-2]", Some(Eval::Mate(-2))),
            ("[%eval #5]", Some(Eval::Mate(5))),
            ("[%eval --1]", None),
            ("[%eval 99999999999999999999]", None),
            ("[%eval ]", None),
        ] {
            assert_eq!(node(comment).eval(), eval, "{comment}");
        }
    }
}
