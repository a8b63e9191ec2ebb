//! The notation of the World Xiangqi Federation, four signs of ASCII.

use super::column::{ColumnMove, Described, Order, Way, Which};
use crate::{Kind, Move, Position};

/// Writes `C2=5`, `C+-2`, or `15=6` where pawns stand behind one another in more than one pair.
pub(super) fn write(position: &Position, mv: Move) -> Option<String> {
    let told = Described::new(position, mv)?;
    let letter = letter(told.man.kind);
    let way = match told.way {
        Way::Forward => '+',
        Way::Level => '=',
        Way::Back => '-',
    };
    let (column, number) = (told.column, told.number);
    Some(if told.column_is_enough() {
        format!("{letter}{column}{way}{number}")
    } else if told.stack > 2 || told.through.is_some() {
        format!("{}{column}{way}{number}", told.place + 1)
    } else {
        format!("{letter}{}{way}{number}", if told.place == 0 { '+' } else { '-' })
    })
}

/// The letters of WXF: `E` and `H` where a FEN has `B` and `N`.
const fn letter(kind: Kind) -> char {
    match kind {
        Kind::Elephant => 'E',
        Kind::Horse => 'H',
        _ => kind.letter(),
    }
}

/// Reads four signs in any case: `C2=5`, `C2.5`, `C+-2`, `+C-2`, `15=6`, `+7+1`, `Pa+1`, `P.+1`.
pub(super) fn parse(text: &str) -> Option<ColumnMove> {
    let &[first, second, way, number] = text.as_bytes() else { return None };
    let way = match way {
        b'+' => Way::Forward,
        b'=' | b'.' => Way::Level,
        b'-' => Way::Back,
        _ => return None,
    };
    let number = digit(number)?;
    let (kind, which) = man(first, second)?;
    Some(ColumnMove { kind, which, way, number })
}

fn man(first: u8, second: u8) -> Option<(Kind, Which)> {
    let kind = |sign: u8| Kind::from_letter(char::from(sign.to_ascii_uppercase()));
    match (digit(first), digit(second)) {
        (Some(place), Some(column)) => Some((Kind::Pawn, Which::OrderOnColumn(Order::Nth(place), column))),
        (Some(_), None) => None,
        (None, Some(column)) => match order(first) {
            Some(order) => Some((Kind::Pawn, Which::OrderOnColumn(order, column))),
            None => Some((kind(first)?, Which::Column(column))),
        },
        (None, None) => match (order(first), order(second)) {
            (Some(order), None) => Some((kind(second)?, Which::Order(order))),
            (None, Some(order)) => Some((kind(first)?, Which::Order(order))),
            // A letter from a to e counts pawns, and only pawns need to be counted.
            (None, None) => match (kind(first), kind(second)) {
                (Some(Kind::Pawn), _) => Some((Kind::Pawn, Which::Order(nth(second)?))),
                (_, Some(Kind::Pawn)) => Some((Kind::Pawn, Which::Order(nth(first)?))),
                _ => None,
            },
            (Some(_), Some(_)) => None,
        },
    }
}

const fn digit(sign: u8) -> Option<u8> {
    match sign {
        b'1'..=b'9' => Some(sign - b'0'),
        _ => None,
    }
}

const fn order(sign: u8) -> Option<Order> {
    match sign {
        b'+' => Some(Order::Front),
        b'.' => Some(Order::Middle),
        b'-' => Some(Order::Back),
        _ => None,
    }
}

const fn nth(sign: u8) -> Option<Order> {
    match sign.to_ascii_lowercase() {
        letter @ b'a'..=b'e' => Some(Order::Nth(letter - b'a' + 1)),
        _ => None,
    }
}
