use yipan_core::{Language, Side};

/// The side of a piece or player, Red or Black.
pub type Color = Side;

/// Red 红, which moves first and up the ranks.
pub const RED: Color = Side::First;

/// Black 黑, which moves down the ranks.
pub const BLACK: Color = Side::Second;

/// Returns `red` or `black`, the key used in scripts and protocols.
#[must_use]
pub const fn color_key(color: Color) -> &'static str {
    match color {
        RED => "red",
        BLACK => "black",
    }
}

/// Returns the name of a side inside a sentence, in Chinese with 方.
pub(crate) const fn side_name(color: Color, language: Language) -> &'static str {
    match color {
        RED => language.choose("red", "红方", "紅方"),
        BLACK => language.choose("black", "黑方", "黑方"),
    }
}
