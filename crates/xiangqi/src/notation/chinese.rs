//! Chinese column notation 纵线: 炮二平五, four characters.

use yipan_rules::Language;

use super::column::{ColumnMove, Described, Order, Way, Which};
use crate::{Kind, Move, Position, RED};

const RED_NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_NUMBERS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Writes the four characters: Red's numbers in Chinese, Black's as wide digits.
///
/// Pawns that stand behind one another are 前 and 后, 前 中 后, or 前 二 三 后; where two files have such pawns
/// they are counted through from 一 to 五, the player's right file first and each from the front.
pub(super) fn write(position: &Position, mv: Move, language: Language) -> Option<String> {
    let told = Described::new(position, mv)?;
    let numbers = if told.man.color == RED { RED_NUMBERS } else { BLACK_NUMBERS };
    let number = |number: usize| numbers.get(number.wrapping_sub(1)).copied();
    let back = if language == Language::Traditional { '後' } else { '后' };
    let way = match (told.way, language) {
        (Way::Forward, Language::Traditional) => '進',
        (Way::Forward, _) => '进',
        (Way::Level, _) => '平',
        (Way::Back, _) => '退',
    };
    let distance = number(told.number.into())?;
    let man = told.man.words(language);
    if told.column_is_enough() {
        return Some(format!("{man}{}{way}{distance}", number(told.column.into())?));
    }
    let which = match (told.through, told.place, told.stack) {
        (Some(through), ..) => number(through + 1)?,
        (None, 0, _) => '前',
        (None, 1, 3) => '中',
        (None, place, stack) if place + 1 == stack => back,
        (None, place, _) => number(place + 1)?,
    };
    Some(format!("{which}{man}{way}{distance}"))
}

/// Reads four characters of either script, with digits of any kind for either side.
///
/// The man may stand before or after what says which one it is. Without a man it is a pawn: 前七进一 is the
/// front pawn of the seventh file, as it was written before pawns were counted through.
pub(super) fn parse(text: &str) -> Option<ColumnMove> {
    let mut signs = text.chars().filter(|sign| !sign.is_whitespace()).map(sign);
    let mut next = || signs.next().flatten();
    let (first, second, Sign::Way(way), Sign::Number(number)) = (next()?, next()?, next()?, next()?) else {
        return None;
    };
    if signs.next().is_some() {
        return None;
    }
    let (kind, which) = match (first, second) {
        (Sign::Man(kind), Sign::Number(column)) => (kind, Which::Column(column)),
        (Sign::Man(kind), Sign::Order(order)) | (Sign::Order(order), Sign::Man(kind)) => {
            (kind, Which::Order(order))
        }
        (Sign::Number(number), Sign::Man(kind)) => (kind, Which::Order(Order::Nth(number))),
        (Sign::Order(order), Sign::Number(column)) => (Kind::Pawn, Which::OrderOnColumn(order, column)),
        (Sign::Number(number), Sign::Number(column)) => {
            (Kind::Pawn, Which::OrderOnColumn(Order::Nth(number), column))
        }
        _ => return None,
    };
    Some(ColumnMove { kind, which, way, number })
}

/// What a character means.
enum Sign {
    Man(Kind),
    Number(u8),
    Order(Order),
    Way(Way),
}

fn sign(sign: char) -> Option<Sign> {
    Some(match sign {
        '帅' | '帥' | '将' | '將' => Sign::Man(Kind::General),
        '仕' | '士' => Sign::Man(Kind::Advisor),
        '相' | '象' => Sign::Man(Kind::Elephant),
        '马' | '馬' | '傌' => Sign::Man(Kind::Horse),
        '车' | '車' | '俥' => Sign::Man(Kind::Rook),
        '炮' | '砲' | '包' => Sign::Man(Kind::Cannon),
        '兵' | '卒' => Sign::Man(Kind::Pawn),
        '前' => Sign::Order(Order::Front),
        '中' => Sign::Order(Order::Middle),
        '后' | '後' => Sign::Order(Order::Back),
        '进' | '進' | '上' => Sign::Way(Way::Forward),
        '平' => Sign::Way(Way::Level),
        '退' | '下' => Sign::Way(Way::Back),
        '1'..='9' => Sign::Number(sign as u8 - b'0'),
        _ => {
            let find = |numbers: [char; 9]| numbers.iter().position(|&number| number == sign);
            let place = find(RED_NUMBERS).or_else(|| find(BLACK_NUMBERS))?;
            Sign::Number(u8::try_from(place + 1).ok()?)
        }
    })
}
