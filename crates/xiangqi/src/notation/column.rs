//! What WXF and Chinese column notation have in common: which man, which way, how far.

use super::NotationError;
use crate::{Color, Kind, Move, Piece, Point, Points, Position};

/// What four signs say, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ColumnMove {
    pub(super) kind: Kind,
    pub(super) which: Which,
    pub(super) way: Way,
    /// For a man that goes along a line forward or back the number of points, else the column of arrival.
    pub(super) number: u8,
}

/// Which of several men of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The one on this column, counted from the player's right, 1 to 9.
    Column(u8),
    /// One of those that stand behind one another.
    Order(Order),
    /// One of those on this column.
    OrderOnColumn(Order, u8),
}

/// A place among men that stand behind one another on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// 前, nearest to the enemy.
    Front,
    /// 中.
    Middle,
    /// 后.
    Back,
    /// 一 to 五: where several files have such men, counted through all of them from the player's right.
    Nth(u8),
}

/// 进, 平 or 退.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Level,
    Back,
}

/// A move taken apart, with all that the two notations need to choose their signs.
pub(super) struct Described {
    pub(super) man: Piece,
    pub(super) column: u8,
    /// How many men of the kind stand on the file, and which of them this is, 0 the front one.
    pub(super) stack: usize,
    pub(super) place: usize,
    /// Among all of the kind that stand behind others, on whatever file; none if that is one file only.
    pub(super) through: Option<usize>,
    pub(super) way: Way,
    pub(super) number: u8,
}

impl Described {
    /// None if nobody stands there.
    pub(super) fn new(position: &Position, mv: Move) -> Option<Described> {
        let (from, to) = (mv.from(), mv.to());
        let man = position.at(from)?;
        let Piece { color, kind } = man;
        let (before, after) = (from.rank_for(color), to.rank_for(color));
        let way = match after.cmp(&before) {
            std::cmp::Ordering::Greater => Way::Forward,
            std::cmp::Ordering::Equal => Way::Level,
            std::cmp::Ordering::Less => Way::Back,
        };
        let steps = way != Way::Level && goes_along_lines(kind);
        let number = if steps { after.abs_diff(before) } else { to.column_for(color) };
        let column = from.column_for(color);
        let stack = stack(position, man, column);
        let place = stack.iter().position(|&point| point == from)?;
        let stacked = stacked(position, man);
        let many_files = stacked.len() > stack.len();
        let through = if many_files { stacked.iter().position(|&point| point == from) } else { None };
        Some(Described { man, column, stack: stack.len(), place, through, way, number })
    }

    /// Whether the column alone says which man is meant.
    pub(super) fn column_is_enough(&self) -> bool {
        // Advisors and elephants stand on so few points that way and arrival tell two on a file apart.
        self.stack < 2 || matches!(self.man.kind, Kind::Advisor | Kind::Elephant)
    }
}

impl Position {
    /// The legal move that four signs mean.
    pub(super) fn play_column(&self, text: &str, wish: Option<ColumnMove>) -> Result<Move, NotationError> {
        let wish = wish.ok_or_else(|| NotationError::syntax(text))?;
        let man = Piece { color: self.side(), kind: wish.kind };
        let wishes: Vec<Move> = men(self, man, wish.which)
            .into_iter()
            .filter_map(|from| Some(Move::new(from, arrival(man, from, wish.way, wish.number)?)))
            .collect();
        let legal = self.legal_moves();
        let mut playable = wishes.iter().filter(|mv| legal.contains(mv));
        let text = text.to_owned();
        match (playable.next(), playable.next()) {
            (Some(&mv), None) => Ok(mv),
            (Some(first), Some(second)) => {
                let from = [first, second].into_iter().chain(playable).map(|mv| mv.from()).collect();
                Err(NotationError::Ambiguous { text, from })
            }
            (None, _) => match wishes[..] {
                [mv] => match self.explain(mv.from(), mv.to()) {
                    Some(refusal) => Err(NotationError::Refused { text, refusal }),
                    None => Ok(mv),
                },
                _ => Err(NotationError::Impossible { text, man }),
            },
        }
    }
}

/// Where the men stand that may be meant.
fn men(position: &Position, man: Piece, which: Which) -> Points {
    let on = |column| stack(position, man, column);
    match which {
        Which::Column(column) => on(column).into_iter().collect(),
        Which::OrderOnColumn(order, column) => pick(&on(column), order).into_iter().collect(),
        Which::Order(order @ Order::Nth(_)) => pick(&stacked(position, man), order).into_iter().collect(),
        Which::Order(order) => {
            let stacks = (1..=9).map(on).filter(|stack| stack.len() > 1);
            stacks.filter_map(|stack| pick(&stack, order)).collect()
        }
    }
}

fn pick(stack: &[Point], order: Order) -> Option<Point> {
    match order {
        Order::Front => stack.first().copied(),
        Order::Middle if stack.len() % 2 == 1 => stack.get(stack.len() / 2).copied(),
        Order::Middle => None,
        Order::Back => stack.last().copied(),
        Order::Nth(number) => stack.get(usize::from(number.checked_sub(1)?)).copied(),
    }
}

/// The men of a kind on a column, the front one first.
fn stack(position: &Position, man: Piece, column: u8) -> Vec<Point> {
    let all = position.of(man.color, man.kind).into_iter();
    let mut stack: Vec<Point> = all.filter(|point| point.column_for(man.color) == column).collect();
    stack.sort_by_key(|point| std::cmp::Reverse(point.rank_for(man.color)));
    stack
}

/// All men of a kind that have another one before or behind them, from the player's right and front to back.
fn stacked(position: &Position, man: Piece) -> Vec<Point> {
    let stacks = (1..=9).map(|column| stack(position, man, column));
    stacks.filter(|stack| stack.len() > 1).flatten().collect()
}

/// Where the man arrives, if there is such a point on the board. Whether it may go there is another question.
fn arrival(man: Piece, from: Point, way: Way, number: u8) -> Option<Point> {
    let file = file_of(man.color, number)?;
    let ranks = if goes_along_lines(man.kind) {
        match way {
            Way::Level => return Point::at(file, from.rank()),
            Way::Forward | Way::Back => return ahead(man.color, from, from.file(), way, number),
        }
    } else {
        match (man.kind, file.abs_diff(from.file())) {
            (Kind::Horse, 1) | (Kind::Elephant, 2) => 2,
            (Kind::Horse, 2) | (Kind::Advisor, 1) => 1,
            _ => return None,
        }
    };
    if way == Way::Level { None } else { ahead(man.color, from, file, way, ranks) }
}

/// The point on a file so many ranks forward or back.
fn ahead(color: Color, from: Point, file: u8, way: Way, ranks: u8) -> Option<Point> {
    let up = (way == Way::Forward) == (color == crate::RED);
    let rank = if up { from.rank().checked_add(ranks) } else { from.rank().checked_sub(ranks) };
    Point::at(file, rank?)
}

/// Our number of a column that a player counts from the right.
fn file_of(color: Color, column: u8) -> Option<u8> {
    match color {
        crate::RED => 9u8.checked_sub(column),
        crate::BLACK => column.checked_sub(1),
    }
}

/// Whether a man's steps forward are counted, because it stays on its file.
const fn goes_along_lines(kind: Kind) -> bool {
    matches!(kind, Kind::General | Kind::Rook | Kind::Cannon | Kind::Pawn)
}
