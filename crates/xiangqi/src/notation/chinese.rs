//! Chinese column notation 纵线: four characters such as 炮二平五.

use alloc::{format, string::String};

use yipan_core::Language;

use super::column::{ColumnMove, Direction, MoveDescription, PieceSelector, TandemOrder};
use crate::{Move, PieceKind, Position, RED};

const RED_NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_NUMBERS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Writes a move with Chinese numerals for Red and full-width digits for Black.
///
/// Pawns on one file are 前 and 后, 前 中 后, or 前 二 三 后. If two files have several pawns, they are numbered from 一 to
/// 五, starting with the player's right file and from front to back.
pub(super) fn write(position: &Position, mv: Move, language: Language) -> Option<String> {
    let description = MoveDescription::new(position, mv)?;
    let numbers = if description.piece.color == RED { RED_NUMBERS } else { BLACK_NUMBERS };
    let number = |number: usize| numbers.get(number.wrapping_sub(1)).copied();
    let back = if language == Language::Traditional { '後' } else { '后' };
    let direction = match (description.direction, language) {
        (Direction::Forward, Language::Traditional) => '進',
        (Direction::Forward, _) => '进',
        (Direction::Sideways, _) => '平',
        (Direction::Backward, _) => '退',
    };
    let distance = number(description.number.into())?;
    let piece = description.piece.localize(language);
    if description.is_column_unambiguous() {
        return Some(format!("{piece}{}{direction}{distance}", number(description.column.into())?));
    }
    let prefix = match (description.numbered_index, description.tandem_index, description.tandem_len) {
        (Some(index), ..) => number(index + 1)?,
        (None, 0, _) => '前',
        (None, 1, 3) => '中',
        (None, index, len) if index + 1 == len => back,
        (None, index, _) => number(index + 1)?,
    };
    Some(format!("{prefix}{piece}{direction}{distance}"))
}

/// Parses four characters of either script, with any kind of digits for either side.
///
/// The piece may precede or follow its selector. Without a piece, a pawn is meant: 前七进一 is the front pawn of the
/// seventh file in an older style.
pub(super) fn parse(text: &str) -> Option<ColumnMove> {
    let mut symbols = text.chars().filter(|character| !character.is_whitespace()).map(parse_symbol);
    let mut next = || symbols.next().flatten();
    let (first, second, Symbol::Direction(direction), Symbol::Number(number)) =
        (next()?, next()?, next()?, next()?)
    else {
        return None;
    };
    if symbols.next().is_some() {
        return None;
    }
    let (kind, selector) = match (first, second) {
        (Symbol::Piece(kind), Symbol::Number(column)) => (kind, PieceSelector::Column(column)),
        (Symbol::Piece(kind), Symbol::Tandem(order)) | (Symbol::Tandem(order), Symbol::Piece(kind)) => {
            (kind, PieceSelector::Tandem(order))
        }
        (Symbol::Number(number), Symbol::Piece(kind)) => {
            (kind, PieceSelector::Tandem(TandemOrder::Nth(number)))
        }
        (Symbol::Tandem(order), Symbol::Number(column)) => {
            (PieceKind::Pawn, PieceSelector::TandemOnColumn(order, column))
        }
        (Symbol::Number(number), Symbol::Number(column)) => {
            (PieceKind::Pawn, PieceSelector::TandemOnColumn(TandemOrder::Nth(number), column))
        }
        _ => return None,
    };
    Some(ColumnMove { kind, selector, direction, number })
}

/// The meaning of a character.
enum Symbol {
    Piece(PieceKind),
    Number(u8),
    Tandem(TandemOrder),
    Direction(Direction),
}

fn parse_symbol(character: char) -> Option<Symbol> {
    Some(match character {
        '帅' | '帥' | '将' | '將' => Symbol::Piece(PieceKind::General),
        '仕' | '士' => Symbol::Piece(PieceKind::Advisor),
        '相' | '象' => Symbol::Piece(PieceKind::Elephant),
        '马' | '馬' | '傌' => Symbol::Piece(PieceKind::Horse),
        '车' | '車' | '俥' => Symbol::Piece(PieceKind::Rook),
        '炮' | '砲' | '包' => Symbol::Piece(PieceKind::Cannon),
        '兵' | '卒' => Symbol::Piece(PieceKind::Pawn),
        '前' => Symbol::Tandem(TandemOrder::Front),
        '中' => Symbol::Tandem(TandemOrder::Middle),
        '后' | '後' => Symbol::Tandem(TandemOrder::Back),
        '进' | '進' | '上' => Symbol::Direction(Direction::Forward),
        '平' => Symbol::Direction(Direction::Sideways),
        '退' | '下' => Symbol::Direction(Direction::Backward),
        '1'..='9' => Symbol::Number(character as u8 - b'0'),
        _ => {
            let find = |numbers: [char; 9]| numbers.iter().position(|&number| number == character);
            let index = find(RED_NUMBERS).or_else(|| find(BLACK_NUMBERS))?;
            Symbol::Number(u8::try_from(index + 1).ok()?)
        }
    })
}
