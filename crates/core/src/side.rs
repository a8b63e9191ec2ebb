/// One of the two sides of a game, in the order in which they move.
///
/// Each game has its own names for them, such as White and Black or Red and Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[repr(u8)]
pub enum Side {
    /// The side that moves first.
    First = 0,
    /// The side that moves second.
    Second = 1,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// Returns the opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// Returns 0 or 1, as an array index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}
