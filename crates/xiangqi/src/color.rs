use yipan_core::Side;

/// Red or Black: the xiangqi player's word for a seat.
pub type Color = Side;

/// Red 红, who moves first and up the ranks.
pub const RED: Color = Side::First;

/// Black 黑, who moves down the ranks.
pub const BLACK: Color = Side::Second;

/// `red` or `black`, the key that scripts read.
#[must_use]
pub const fn color_key(color: Color) -> &'static str {
    match color {
        RED => "red",
        BLACK => "black",
    }
}
