//! When the position alone ends the game.

use yipan_rules::{Outcome, Reason};

use crate::{Color, Kind, Position};

impl Position {
    /// Checkmate, stalemate (困毙, which loses as well) or dead material, in this order.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    ///
    /// // 白脸将: the rook holds the d-file, the general the e-file.
    /// let mated: Position = "3k5/9/9/9/9/9/9/9/9/3RK4 b".parse()?;
    /// assert_eq!(mated.ending().and_then(|outcome| outcome.winner), Some(yipan_xiangqi::RED));
    /// # Ok::<(), yipan_xiangqi::FenError>(())
    /// ```
    #[must_use]
    pub fn ending(&self) -> Option<Outcome> {
        if self.count_moves() == 0 {
            let reason = if self.in_check() { Reason::Checkmate } else { Reason::Stalemate };
            return Some(Outcome::win(self.side().other(), reason));
        }
        self.has_dead_material().then(|| Outcome::draw(Reason::Material))
    }

    /// Whether neither side has a man that can attack the other's palace.
    #[must_use]
    pub fn has_dead_material(&self) -> bool {
        let attacking = [Kind::Horse, Kind::Rook, Kind::Cannon, Kind::Pawn];
        Color::BOTH.into_iter().all(|color| attacking.iter().all(|&kind| self.of(color, kind).is_empty()))
    }
}
