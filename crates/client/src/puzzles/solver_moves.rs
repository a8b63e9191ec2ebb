//! The moves that the server compares with the solution.

use yipan_core::Turn;

use super::puzzle_attempt::PuzzleAttempt;

impl PuzzleAttempt {
    /// Returns the moves of the player so far, in coordinates and without the replies.
    #[must_use]
    pub fn solver_moves(&self) -> Vec<String> {
        let is_own = |ply: &usize| self.line().game_at(*ply).turn() == Turn::Player(self.solver());
        let own_plies = (self.first_ply()..self.ply()).filter(is_own);
        own_plies.filter_map(|ply| self.line().next_action(ply).map(str::to_owned)).collect()
    }

    /// Returns the moves of the player so far, and a legal one that was tried.
    #[must_use]
    pub fn solver_moves_with(&self, text: &str) -> Vec<String> {
        let line = self.line().branch(self.ply(), text).ok();
        let tried = line.as_ref().and_then(|line| line.next_action(self.ply())).map(str::to_owned);
        self.solver_moves().into_iter().chain(tried).collect()
    }
}

#[cfg(test)]
mod tests {
    use yipan_puzzles::PuzzleSet;

    use super::*;

    #[test]
    fn replies_and_dice_are_not_moves_of_the_solver() {
        let line = "5rk1/5ppp/8/8/8/8/R7/R5K1 w - - 0 1|a2a8 f8a8 a1a8|mate|900";
        let puzzle = line.parse().expect("a puzzle");
        let mut attempt = PuzzleAttempt::start(PuzzleSet::Chess, puzzle).expect("a legal solution");
        assert_eq!(attempt.solver_moves(), [""; 0]);
        assert_eq!(attempt.solver_moves_with("Kf1"), ["g1f1"]);
        attempt.play("Ra8").expect("a legal move");
        assert_eq!(attempt.solver_moves(), ["a2a8"]);
        attempt.reply().expect("a reply");
        assert_eq!(attempt.solver_moves_with("a1a7"), ["a2a8", "a1a7"]);
        attempt.play("a1a8").expect("a legal move");
        assert_eq!(attempt.solver_moves(), ["a2a8", "a1a8"]);
        let dice = "6k1/5ppp/8/8/8/8/7P/R6K w - - 0 1|a1a8|mate|600|die rook,die king,die pawn";
        let puzzle = dice.parse().expect("a puzzle");
        let mut attempt = PuzzleAttempt::start(PuzzleSet::Dice, puzzle).expect("a legal solution");
        attempt.play("a1a8").expect("a legal move");
        assert_eq!(attempt.solver_moves(), ["a1a8"]);
    }
}
