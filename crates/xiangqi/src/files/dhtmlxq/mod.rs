//! DhtmlXQ 东萍, the text that forums and dpxq.com put games into: tags in square brackets.
//!
//! ```text
//! [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
//! [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]
//! [DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]
//! [DhtmlXQ_comment1_2]说明[/DhtmlXQ_comment1_2]
//! ```
//!
//! A point is its file and its rank, both counted from the upper left corner. `binit` tells where the 32 pieces
//! stand, 99 for those that do not. The main line has the number 0; `move_0_2_1` is the line 1, which leaves
//! line 0 with another second move, and `comment1_2` is said about that move. Moves are counted from the start
//! of the game in every line.

mod error;
mod messages;
mod read;
mod write;

pub use error::DhtmlXqError;
pub use read::read;
pub use write::write;

use crate::Point;

/// Two digits as a point.
fn parse_point(digits: [u8; 2]) -> Option<Point> {
    let [file, rank] = digits.map(|digit| digit.wrapping_sub(b'0'));
    Point::from_coords(file, 9u8.checked_sub(rank)?)
}

/// A point as two digits.
fn point_digits(point: Point) -> String {
    format!("{}{}", point.file(), 9 - point.rank())
}

/// The tags that are kept: what they are called here, and in PGN.
const TAG_NAMES: [(&str, &str); 13] = [
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
