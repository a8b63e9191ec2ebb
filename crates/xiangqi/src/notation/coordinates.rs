//! Coordinate notations.

use alloc::{format, string::String};

use crate::{Move, Point};

/// Writes `H2-E2`.
pub(super) fn write_iccs(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

/// Writes `h3e3`, with ranks from 1.
pub(super) fn write_from_one(mv: Move) -> String {
    let point = |point: Point| format!("{}{}", char::from(b'a' + point.file()), point.rank() + 1);
    point(mv.from()) + &point(mv.to())
}

/// Parses `h2e2` and `H2-E2`, in either case and with or without the hyphen.
pub(super) fn parse_from_zero(text: &str) -> Option<Move> {
    let (from, rest) = point(text.as_bytes(), rank_from_zero)?;
    let (to, rest) = point(rest.strip_prefix(b"-").unwrap_or(rest), rank_from_zero)?;
    rest.is_empty().then_some(Move::new(from, to))
}

/// Parses `h3e3` and `h10g8`, in either case and with or without the hyphen.
pub(super) fn parse_from_one(text: &str) -> Option<Move> {
    let (from, rest) = point(text.as_bytes(), rank_from_one)?;
    let (to, rest) = point(rest.strip_prefix(b"-").unwrap_or(rest), rank_from_one)?;
    rest.is_empty().then_some(Move::new(from, to))
}

/// A parser for a rank that returns it, counted from 0, and the remaining text.
type ReadRank = fn(&[u8]) -> Option<(u8, &[u8])>;

fn point(text: &[u8], rank: ReadRank) -> Option<(Point, &[u8])> {
    let (file, rest) = text.split_first()?;
    let file = file.to_ascii_lowercase().checked_sub(b'a')?;
    let (rank, rest) = rank(rest)?;
    Some((Point::from_coords(file, rank)?, rest))
}

fn rank_from_zero(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        [digit @ b'0'..=b'9', rest @ ..] => Some((digit - b'0', rest)),
        _ => None,
    }
}

fn rank_from_one(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        [b'1', b'0', rest @ ..] => Some((9, rest)),
        [digit @ b'1'..=b'9', rest @ ..] => Some((digit - b'1', rest)),
        _ => None,
    }
}
