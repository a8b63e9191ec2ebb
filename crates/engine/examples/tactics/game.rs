use std::fmt::Display;
use std::str::FromStr;

use yipan_core::MoveGenerator;
use yipan_engine::Playable;

/// A game for self-play with a text form.
pub(crate) trait SelfPlayGame: Playable + Display + FromStr {
    /// Returns the start position.
    fn start() -> Self;

    /// Returns the history of a game from its start and moves.
    fn game_history(start: &Self, moves: &[Self::Move]) -> Self::GameHistory;

    /// Formats a legal move.
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
