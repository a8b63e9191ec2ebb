/// One of the two sides of a board, in the order in which they start.
///
/// Each game has its own words for them (White and Black, Red and Black); the games name the seats, this
/// crate only counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[repr(u8)]
pub enum Side {
    /// The side that moves first.
    First = 0,
    /// The side that answers.
    Second = 1,
}

impl Side {
    /// Both seats, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The seat across the board.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 or 1, for tables.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}
