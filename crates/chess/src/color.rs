use yipan_core::Side;

/// White or Black: the chess name for a side.
pub type Color = Side;

/// White 白, which moves first and up the ranks.
pub const WHITE: Color = Side::First;

/// Black 黑, which moves down the ranks.
pub const BLACK: Color = Side::Second;

/// Returns `white` or `black`, the key that scripts read.
#[must_use]
pub const fn color_key(color: Color) -> &'static str {
    match color {
        WHITE => "white",
        BLACK => "black",
    }
}
