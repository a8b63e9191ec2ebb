use crate::{Color, PieceKind};

/// The pieces that each side has lost, by cause. Public, even in fog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LostPieces {
    captured: [[u8; 6]; 2],
    exploded: [[u8; 6]; 2],
}

impl LostPieces {
    /// Returns the number of `color`'s captured pieces of a kind.
    #[must_use]
    pub const fn captured(&self, color: Color, kind: PieceKind) -> u8 {
        self.captured[color.index()][kind as usize]
    }

    /// Returns the number of `color`'s pieces of a kind that mines destroyed.
    #[must_use]
    pub const fn exploded(&self, color: Color, kind: PieceKind) -> u8 {
        self.exploded[color.index()][kind as usize]
    }

    pub(crate) const fn record_capture(&mut self, color: Color, kind: PieceKind) {
        self.captured[color.index()][kind as usize] += 1;
    }

    pub(crate) const fn record_explosion(&mut self, color: Color, kind: PieceKind) {
        self.exploded[color.index()][kind as usize] += 1;
    }
}
