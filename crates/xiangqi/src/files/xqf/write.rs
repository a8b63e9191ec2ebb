use alloc::{borrow::Cow, format, string::String, vec, vec::Vec};

use yipan_pgn::GameResult;

use super::header::{Header, TEXT_FIELDS};
use super::point_number::number_of_point;
use crate::files::game::{Game, MoveNode, Variation};
use crate::files::piece_order::piece_points;
use crate::files::tag_value::tag_value;
use crate::{BLACK, Move, Position, RED};

/// The written version, 1.0: every program reads it, and it is not encrypted.
const VERSION: u8 = 10;

/// The number of a captured piece, which is beyond the board.
const CAPTURED: u8 = 0xff;

/// Writes a game. Reading it again gives the same moves, variations and comments, and the tags as far as the header has room.
///
/// The format has no glyphs, no move counters and only its own tags, most of them at most 15 bytes long. A comment
/// before the first move of a variation is written after that move. An illegal move ends its line.
///
/// ```
/// use yipan_xiangqi::files::{pgn, xqf};
///
/// let game = pgn::games(b"1. C2=5 h8+7 (1... c8=5) *").next().unwrap()?;
/// assert_eq!(xqf::read(&xqf::write(&game)), Ok(game));
/// # Ok::<(), pgn::PgnError>(())
/// ```
#[must_use]
pub fn write(game: &Game) -> Vec<u8> {
    let mut bytes = header(game);
    let mut lines = vec![Alternative { comment_before: "", line: &game.main_line }];
    let first = game.moves().next();
    if let Some((before, node)) = first {
        lines.extend(alternatives(node, before));
    }
    // The first record is not a move.
    let root = RecordBytes { from: 0, to: 0, has_next: first.is_some(), has_variation: false };
    root.write(&game.main_line.comment, &mut bytes);
    write_alternatives(&lines, game.start, &mut bytes);
    bytes
}

fn header(game: &Game) -> Vec<u8> {
    let mut bytes = vec![0; Header::LENGTH];
    bytes[..3].copy_from_slice(&[b'X', b'Q', VERSION]);
    for (byte, point) in bytes[16..48].iter_mut().zip(piece_points(&game.start)) {
        *byte = point.map_or(CAPTURED, number_of_point);
    }
    bytes[50] = u8::from(game.start.side_to_move() == BLACK);
    bytes[51] = match game.result {
        GameResult::Unknown => 0,
        GameResult::Win(RED) => 1,
        GameResult::Win(BLACK) => 2,
        GameResult::Draw => 3,
    };
    for (at, max_length, name) in TEXT_FIELDS {
        let value = shortened(tag_value(game, name).unwrap_or_default().trim(), max_length);
        bytes[at] = value.len() as u8;
        bytes[at + 1..=at + value.len()].copy_from_slice(&value);
    }
    bytes
}

/// Encodes as many characters as a field has room for.
fn shortened(text: &str, max_length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for letter in text.chars() {
        let encoded = encode(letter.encode_utf8(&mut [0; 4])).into_owned();
        if bytes.len() + encoded.len() > max_length {
            break;
        }
        bytes.extend(encoded);
    }
    bytes
}

fn encode(text: &str) -> Cow<'_, [u8]> {
    encoding_rs::GB18030.encode(text).0
}

/// A line and the comment that precedes its first move.
#[derive(Clone, Copy)]
struct Alternative<'g> {
    comment_before: &'g str,
    line: &'g Variation,
}

/// Returns the alternatives to a move. An alternative to the first move of an alternative is one more of them.
fn alternatives(node: &MoveNode, before: Position) -> Vec<Alternative<'_>> {
    let mut found = Vec::new();
    for line in &node.variations {
        if let Some((_, first)) = line.iter_from(before).next() {
            found.push(Alternative { comment_before: &line.comment, line });
            found.extend(alternatives(first, before));
        }
    }
    found
}

/// Writes lines that begin in the same position. Each is followed by the alternatives to its moves, from the last to the second.
fn write_alternatives(lines: &[Alternative<'_>], before: Position, bytes: &mut Vec<u8>) {
    for (number, Alternative { comment_before, line }) in (1..).zip(lines) {
        let moves: Vec<(Position, &MoveNode)> = line.iter_from(before).collect();
        let branches: Vec<Vec<Alternative<'_>>> =
            moves.iter().map(|(position, node)| alternatives(node, *position)).collect();
        for (index, (_, node)) in moves.iter().enumerate() {
            let is_first = index == 0;
            let has_variation = if is_first { number < lines.len() } else { !branches[index].is_empty() };
            let record = RecordBytes::new(node.mv, index + 1 < moves.len(), has_variation);
            if is_first && !comment_before.is_empty() {
                record.write(&format!("{comment_before}\n{}", node.comment), bytes);
            } else {
                record.write(&node.comment, bytes);
            }
        }
        for ((position, _), branch) in moves.iter().zip(&branches).skip(1).rev() {
            write_alternatives(branch, *position, bytes);
        }
    }
}

/// The first bytes of a record.
struct RecordBytes {
    /// The numbers of the points.
    from: u8,
    to: u8,
    has_next: bool,
    has_variation: bool,
}

impl RecordBytes {
    const fn new(mv: Move, has_next: bool, has_variation: bool) -> RecordBytes {
        let (from, to) = (number_of_point(mv.from()), number_of_point(mv.to()));
        RecordBytes { from, to, has_next, has_variation }
    }

    fn write(&self, comment: &str, bytes: &mut Vec<u8>) {
        // XQStudio breaks lines as Windows does.
        let comment: String = comment.trim().replace("\r\n", "\n").replace('\n', "\r\n");
        let comment = encode(&comment);
        let flags = if self.has_next { 0xf0 } else { 0 } | if self.has_variation { 0x0f } else { 0 };
        bytes.extend([self.from + 24, self.to + 32, flags, 0]);
        bytes.extend((comment.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&comment);
    }
}
