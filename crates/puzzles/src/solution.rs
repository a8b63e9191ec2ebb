//! The comparison of a solver's moves with the solution.

use yipan_core::{NullSink, Turn};
use yipan_games::{AnyGame, AnyGameError};

use crate::{Puzzle, PuzzleSet};

impl Puzzle {
    /// Starts the game of the puzzle, with its dice rolled.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position or the dice break the rules.
    pub fn start_game(&self, set: PuzzleSet) -> Result<AnyGame, AnyGameError> {
        let mut game = AnyGame::start(set.game(), &set.options(&self.position))?;
        for outcome in &self.dice {
            game.apply_chance(outcome, &mut NullSink)?;
        }
        Ok(game)
    }

    /// Tests whether the moves of a solver, in coordinates and without the replies, solve the puzzle. A move that wins at
    /// once is as good as that of the solution; moves after a mistake do not count.
    ///
    /// # Errors
    /// Returns `AnyGameError` if a move is illegal.
    pub fn is_solved_by(&self, set: PuzzleSet, moves: &[String]) -> Result<bool, AnyGameError> {
        let mut game = self.start_game(set)?;
        let (solver, mut own_moves) = (game.turn(), moves.iter());
        for solution in &self.moves {
            if game.turn() == solver {
                let Some(own) = own_moves.next() else { return Ok(false) };
                if own != solution {
                    game.apply_action(own, &mut NullSink)?;
                    let winner = game.outcome().and_then(|outcome| outcome.winner);
                    return Ok(winner.is_some_and(|side| Turn::Player(side) == solver));
                }
            }
            game.apply_action(solution, &mut NullSink)?;
        }
        Ok(true)
    }
}
