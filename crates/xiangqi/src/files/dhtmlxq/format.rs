//! The points and tag names of the format.

use alloc::{format, string::String};

use crate::Point;

/// Parses the two digits of a point.
pub(super) fn parse_point(digits: [u8; 2]) -> Option<Point> {
    let [file, rank] = digits.map(|digit| digit.wrapping_sub(b'0'));
    Point::from_coords(file, 9u8.checked_sub(rank)?)
}

/// Returns the two digits of a point.
pub(super) fn point_digits(point: Point) -> String {
    format!("{}{}", point.file(), 9 - point.rank())
}

/// The supported tags with their PGN names.
pub(super) const TAG_NAMES: [(&str, &str); 13] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("table", "Board"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("open", "Opening"),
    ("author", "Annotator"),
    ("timerule", "TimeControl"),
];
