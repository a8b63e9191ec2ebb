use crate::{Color, Kind};

/// The men each side has lost, told apart by what destroyed them. Public, also in fog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Losses {
    captured: [[u8; 6]; 2],
    exploded: [[u8; 6]; 2],
}

impl Losses {
    /// How many of `color`'s men of this kind were captured.
    #[must_use]
    pub const fn captured(&self, color: Color, kind: Kind) -> u8 {
        self.captured[color.index()][kind as usize]
    }

    /// How many of `color`'s men of this kind a mine destroyed.
    #[must_use]
    pub const fn exploded(&self, color: Color, kind: Kind) -> u8 {
        self.exploded[color.index()][kind as usize]
    }

    pub(crate) const fn capture(&mut self, color: Color, kind: Kind) {
        self.captured[color.index()][kind as usize] += 1;
    }

    pub(crate) const fn explode(&mut self, color: Color, kind: Kind) {
        self.exploded[color.index()][kind as usize] += 1;
    }
}
