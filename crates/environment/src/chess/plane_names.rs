//! The names of the planes of chess, in order.

/// The planes of every game of chess. In fog the counters are zero, because they are not known.
pub(super) const STANDARD_PLANES: &[&str] = &[
    "own pawns",
    "own knights",
    "own bishops",
    "own rooks",
    "own queens",
    "own king",
    "opposing pawns",
    "opposing knights",
    "opposing bishops",
    "opposing rooks",
    "opposing queens",
    "opposing king",
    "rooks with castling rights",
    "squares of en passant captures",
    "earlier occurrences of the position",
    "plies without a capture or pawn move",
    "playing White",
    "to move",
    "the side to move is in check",
];

/// The planes of every game with modes.
pub(super) const MODE_PLANES: &[&str] = &["pawns that may make a double step"];

/// The planes of fog.
pub(super) const FOG_PLANES: &[&str] = &[
    "visible squares",
    "own pawns lost",
    "own knights lost",
    "own bishops lost",
    "own rooks lost",
    "own queens lost",
    "opposing pawns lost",
    "opposing knights lost",
    "opposing bishops lost",
    "opposing rooks lost",
    "opposing queens lost",
];

/// The planes of portals.
pub(super) const PORTAL_PLANES: &[&str] = &["shared portals", "own portals"];

/// The planes of mines.
pub(super) const MINE_PLANES: &[&str] = &["craters", "adjacent mines plus one, where known"];

/// The planes of dice.
pub(super) const DICE_PLANES: &[&str] = &[
    "unused dice of pawns",
    "unused dice of knights",
    "unused dice of bishops",
    "unused dice of rooks",
    "unused dice of queens",
    "unused dice of kings",
    "unused wild dice",
    "dice not rolled yet",
    "used dice",
    "pieces on unused dice",
    "owner of the dice",
    "reply to a check",
    "emergency move",
    "own re-rolls left",
    "opposing re-rolls left",
    "the king has moved in this turn",
];
