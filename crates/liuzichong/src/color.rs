use yipan_core::Side;

/// Black or White: the player's word for a seat.
pub type Color = Side;

/// Black 黑, who moves first and begins on the lower ranks.
pub const BLACK: Color = Side::First;

/// White 白, who begins on the upper ranks.
pub const WHITE: Color = Side::Second;

/// `black` or `white`, the key that scripts read.
#[must_use]
pub const fn color_key(color: Color) -> &'static str {
    match color {
        BLACK => "black",
        WHITE => "white",
    }
}
