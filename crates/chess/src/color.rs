use yipan_rules::Seat;

/// White or Black: the chess player's word for a seat.
pub type Color = Seat;

/// White 白, who moves first and up the ranks.
pub const WHITE: Color = Seat::First;

/// Black 黑, who moves down the ranks.
pub const BLACK: Color = Seat::Second;

/// `white` or `black`, the key that scripts read.
#[must_use]
pub const fn color_key(color: Color) -> &'static str {
    match color {
        WHITE => "white",
        BLACK => "black",
    }
}
