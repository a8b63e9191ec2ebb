use std::fmt::Display;
use std::str::FromStr;

use yipan_engine::Bookish;
use yipan_rules::Kernel;

/// A game that can be played against itself and written down.
pub(crate) trait Played: Bookish + Display + FromStr {
    /// The position every game begins with.
    fn start() -> Self;

    /// What the search must know of a game that began here and went on so.
    fn past(start: &Self, moves: &[Self::Move]) -> Self::Past;

    /// A legal move as text.
    fn write(&self, mv: Self::Move) -> String;
}

impl Played for yipan_chess::Position {
    fn start() -> Self {
        yipan_chess::Position::start()
    }

    fn past(start: &Self, moves: &[Self::Move]) -> Self::Past {
        let mut positions = Vec::with_capacity(moves.len());
        let mut position = *start;
        for &mv in moves {
            positions.push(position);
            position.make(mv);
        }
        yipan_engine::chess::Past::of(&positions)
    }

    fn write(&self, mv: Self::Move) -> String {
        self.uci(mv).to_string()
    }
}

impl Played for yipan_xiangqi::Position {
    fn start() -> Self {
        yipan_xiangqi::Position::start()
    }

    fn past(start: &Self, moves: &[Self::Move]) -> Self::Past {
        let (rule, limit) = Default::default();
        yipan_engine::xiangqi::Past::of(start, moves, rule, limit)
    }

    fn write(&self, mv: Self::Move) -> String {
        mv.to_string()
    }
}
