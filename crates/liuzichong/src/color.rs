use yipan_core::Side;

/// The side of a piece or player, Black or White.
pub type Color = Side;

/// Black 黑, which moves first and begins on the lower ranks.
pub const BLACK: Color = Side::First;

/// White 白, which begins on the upper ranks.
pub const WHITE: Color = Side::Second;

/// Returns `black` or `white`, the key used in scripts and protocols.
#[must_use]
pub const fn color_key(color: Color) -> &'static str {
    match color {
        BLACK => "black",
        WHITE => "white",
    }
}
