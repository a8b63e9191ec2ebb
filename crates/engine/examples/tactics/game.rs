use std::fmt::Display;
use std::str::FromStr;

use yipan_core::MoveGenerator;
use yipan_engine::Playable;

/// A game that can be played against itself and written down.
pub(crate) trait SelfPlayGame: Playable + Display + FromStr {
    /// The position every game begins with.
    fn start() -> Self;

    /// What the search must know of a game that began here and went on so.
    fn game_history(start: &Self, moves: &[Self::Move]) -> Self::GameHistory;

    /// A legal move as text.
    fn move_text(&self, mv: Self::Move) -> String;
}

impl SelfPlayGame for yipan_chess::Position {
    fn start() -> Self {
        yipan_chess::Position::start()
    }

    fn game_history(start: &Self, moves: &[Self::Move]) -> Self::GameHistory {
        let mut positions = Vec::with_capacity(moves.len());
        let mut position = *start;
        for &mv in moves {
            positions.push(position);
            position.make(mv);
        }
        yipan_engine::chess::GameHistory::from_positions(&positions)
    }

    fn move_text(&self, mv: Self::Move) -> String {
        self.uci(mv).to_string()
    }
}

impl SelfPlayGame for yipan_xiangqi::Position {
    fn start() -> Self {
        yipan_xiangqi::Position::start()
    }

    fn game_history(start: &Self, moves: &[Self::Move]) -> Self::GameHistory {
        let (rule, limit) = Default::default();
        yipan_engine::xiangqi::GameHistory::from_moves(start, moves, rule, limit)
    }

    fn move_text(&self, mv: Self::Move) -> String {
        mv.to_string()
    }
}
