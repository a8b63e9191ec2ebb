//! Outcomes that follow from the position alone.

use yipan_core::{Outcome, Reason};

use crate::{Bitboard, Position};

impl Position {
    /// Returns checkmate, stalemate or insufficient material, tested in this order.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// use yipan_core::Reason;
    ///
    /// // Fool's mate.
    /// let mated: Position = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse()?;
    /// assert_eq!(mated.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate));
    /// # Ok::<(), yipan_chess::FenError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_if(self.count_moves() > 0)
    }

    /// Returns the outcome if it is known whether the side to move has a legal move.
    pub(crate) fn outcome_if(&self, has_legal_move: bool) -> Option<Outcome> {
        if !has_legal_move {
            return Some(if self.in_check() {
                Outcome::win(self.side_to_move().other(), Reason::Checkmate)
            } else {
                Outcome::draw(Reason::Stalemate)
            });
        }
        self.has_insufficient_material().then(|| Outcome::draw(Reason::InsufficientMaterial))
    }

    /// Whether no sequence of moves can lead to mate: bare kings, a single knight or bishop, or only bishops
    /// on squares of one color.
    #[must_use]
    pub fn has_insufficient_material(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, _] = self.by_kind;
        if (pawns | rooks | queens).any() {
            return false;
        }
        if knights.any() {
            return !(knights | bishops).more_than_one();
        }
        (bishops & Bitboard::DARK_SQUARES).is_empty() || bishops.without(Bitboard::DARK_SQUARES).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, expected: Option<Outcome>) {
        let position: Position = fen.parse().expect(fen);
        assert_eq!(position.outcome(), expected, "{fen}");
    }

    #[test]
    fn a_king_that_may_step_two_files_without_castling_rights_is_mated_all_the_same() {
        check("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1", Some(Outcome::win(crate::BLACK, Reason::Checkmate)));
    }

    #[test]
    fn bishops_of_one_color_cannot_mate() {
        check("8/8/4kb2/8/8/2B1K3/8/8 w - - 0 1", Some(Outcome::draw(Reason::InsufficientMaterial)));
        check("8/8/4k1b1/8/8/2B1K3/8/8 w - - 0 1", None);
    }

    #[test]
    fn two_knights_are_enough_to_go_on() {
        check("8/8/4k3/8/8/2NNK3/8/8 w - - 0 1", None);
        check("8/8/4k3/8/8/2N1K3/8/8 w - - 0 1", Some(Outcome::draw(Reason::InsufficientMaterial)));
    }

    #[test]
    fn stalemate_comes_before_insufficient_material() {
        check("k7/2K5/8/8/8/8/1B6/8 b - - 0 1", Some(Outcome::draw(Reason::InsufficientMaterial)));
        check("k7/P7/K7/8/8/8/8/8 b - - 0 1", Some(Outcome::draw(Reason::Stalemate)));
    }
}
