//! The outcomes that follow from the position alone.

use yipan_core::{Outcome, Reason};

use crate::{Color, PieceKind, Position};

impl Position {
    /// Returns the outcome of a finished position, or `None`.
    ///
    /// Checkmate and stalemate (困毙, which loses) take precedence over the draw by insufficient material.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    ///
    /// // 白脸将: the rook holds the d-file, the general the e-file.
    /// let mated: Position = "3k5/9/9/9/9/9/9/9/9/3RK4 b".parse()?;
    /// assert_eq!(mated.outcome().and_then(|outcome| outcome.winner), Some(yipan_xiangqi::RED));
    /// # Ok::<(), yipan_xiangqi::FenError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let in_check = self.in_check();
        self.outcome_if(in_check, self.has_legal_move(in_check))
    }

    /// Returns the outcome if it is known whether the side to move is in check and whether it has a legal move.
    pub(crate) fn outcome_if(&self, in_check: bool, has_legal_move: bool) -> Option<Outcome> {
        if !has_legal_move {
            let reason = if in_check { Reason::Checkmate } else { Reason::Stalemate };
            return Some(Outcome::win(self.side_to_move().other(), reason));
        }
        self.has_insufficient_material().then(|| Outcome::draw(Reason::InsufficientMaterial))
    }

    /// Whether neither side has a piece that can attack the enemy palace.
    #[must_use]
    pub fn has_insufficient_material(&self) -> bool {
        let attacking_kinds = [PieceKind::Horse, PieceKind::Rook, PieceKind::Cannon, PieceKind::Pawn];
        Color::BOTH
            .into_iter()
            .all(|color| attacking_kinds.iter().all(|&kind| self.by_color_and_kind(color, kind).is_empty()))
    }
}
