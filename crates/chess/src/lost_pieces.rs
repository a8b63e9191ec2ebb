use crate::{Color, PieceKind};

/// The men each side has lost, told apart by what destroyed them. Public, also in fog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LostPieces {
    captured: [[u8; 6]; 2],
    exploded: [[u8; 6]; 2],
}

impl LostPieces {
    /// How many of `color`'s men of this kind were captured.
    #[must_use]
    pub const fn captured(&self, color: Color, kind: PieceKind) -> u8 {
        self.captured[color.index()][kind as usize]
    }

    /// How many of `color`'s men of this kind a mine destroyed.
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
