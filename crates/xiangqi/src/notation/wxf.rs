//! The notation of the World Xiangqi Federation: four ASCII characters.

use alloc::{format, string::String};

use super::column::{ColumnMove, Direction, MoveDescription, PieceSelector, TandemOrder};
use crate::{Move, PieceKind, Position};

/// Writes `C2=5`, `C+-2`, or `15=6` if pawns form more than one tandem.
pub(super) fn write(position: &Position, mv: Move) -> Option<String> {
    let description = MoveDescription::new(position, mv)?;
    let letter = letter(description.piece.kind);
    let direction_symbol = match description.direction {
        Direction::Forward => '+',
        Direction::Sideways => '=',
        Direction::Backward => '-',
    };
    let (column, number) = (description.column, description.number);
    Some(if description.is_column_unambiguous() {
        format!("{letter}{column}{direction_symbol}{number}")
    } else if description.tandem_len > 2 || description.numbered_index.is_some() {
        format!("{}{column}{direction_symbol}{number}", description.tandem_index + 1)
    } else {
        format!("{letter}{}{direction_symbol}{number}", if description.tandem_index == 0 { '+' } else { '-' })
    })
}

/// Returns the WXF letter, which is `E` or `H` where FEN has `B` or `N`.
const fn letter(kind: PieceKind) -> char {
    match kind {
        PieceKind::Elephant => 'E',
        PieceKind::Horse => 'H',
        _ => kind.letter(),
    }
}

/// Parses four characters in either case: `C2=5`, `C2.5`, `C+-2`, `+C-2`, `15=6`, `+7+1`, `Pa+1`, `P.+1`.
pub(super) fn parse(text: &str) -> Option<ColumnMove> {
    let &[first, second, direction, number] = text.as_bytes() else { return None };
    let direction = match direction {
        b'+' => Direction::Forward,
        b'=' | b'.' => Direction::Sideways,
        b'-' => Direction::Backward,
        _ => return None,
    };
    let number = digit(number)?;
    let (kind, selector) = parse_piece(first, second)?;
    Some(ColumnMove { kind, selector, direction, number })
}

fn parse_piece(first: u8, second: u8) -> Option<(PieceKind, PieceSelector)> {
    let kind = |byte: u8| PieceKind::from_letter(char::from(byte.to_ascii_uppercase()));
    match (digit(first), digit(second)) {
        (Some(index), Some(column)) => {
            Some((PieceKind::Pawn, PieceSelector::TandemOnColumn(TandemOrder::Nth(index), column)))
        }
        (Some(_), None) => None,
        (None, Some(column)) => match order(first) {
            Some(order) => Some((PieceKind::Pawn, PieceSelector::TandemOnColumn(order, column))),
            None => Some((kind(first)?, PieceSelector::Column(column))),
        },
        (None, None) => match (order(first), order(second)) {
            (Some(order), None) => Some((kind(second)?, PieceSelector::Tandem(order))),
            (None, Some(order)) => Some((kind(first)?, PieceSelector::Tandem(order))),
            // The letters a to e number pawns; no other kind needs numbers.
            (None, None) => match (kind(first), kind(second)) {
                (Some(PieceKind::Pawn), _) => Some((PieceKind::Pawn, PieceSelector::Tandem(nth(second)?))),
                (_, Some(PieceKind::Pawn)) => Some((PieceKind::Pawn, PieceSelector::Tandem(nth(first)?))),
                _ => None,
            },
            (Some(_), Some(_)) => None,
        },
    }
}

const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'1'..=b'9' => Some(byte - b'0'),
        _ => None,
    }
}

const fn order(byte: u8) -> Option<TandemOrder> {
    match byte {
        b'+' => Some(TandemOrder::Front),
        b'.' => Some(TandemOrder::Middle),
        b'-' => Some(TandemOrder::Back),
        _ => None,
    }
}

const fn nth(byte: u8) -> Option<TandemOrder> {
    match byte.to_ascii_lowercase() {
        letter @ b'a'..=b'e' => Some(TandemOrder::Nth(letter - b'a' + 1)),
        _ => None,
    }
}
