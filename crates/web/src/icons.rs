//! The drawings, as SVG text.

use yipan_core::{AnyPiece, Language, Side};

macro_rules! svg_constants {
    ($($name:ident = $file:literal;)*) => {
        $(#[allow(dead_code, reason = "one set of drawings, not every page uses all of them")]
        pub(crate) const $name: &str = include_str!(concat!("../art/", $file));)*
    };
}

svg_constants! {
    ANALYSIS = "ui/analysis.svg";
    CHAT = "ui/chat.svg";
    CHECK = "ui/check.svg";
    CLOSE = "ui/close.svg";
    COMPUTER = "ui/computer.svg";
    COPY = "ui/copy.svg";
    DOWNLOAD = "ui/download.svg";
    DRAW = "ui/draw.svg";
    EDIT = "ui/edit.svg";
    FIRST = "ui/first.svg";
    FLIP = "ui/flip.svg";
    HINT = "ui/hint.svg";
    LANGUAGE = "ui/language.svg";
    LAST = "ui/last.svg";
    LINK = "ui/link.svg";
    MENU = "ui/menu.svg";
    MOON = "ui/moon.svg";
    NEXT = "ui/next.svg";
    PAUSE = "ui/pause.svg";
    TWO_PLAYERS = "ui/two-players.svg";
    USER = "ui/user.svg";
    PLAY = "ui/play.svg";
    PREVIOUS = "ui/previous.svg";
    PUZZLE = "ui/puzzle.svg";
    QR = "ui/qr.svg";
    RESIGN = "ui/resign.svg";
    RULES = "ui/rules.svg";
    SETTINGS = "ui/settings.svg";
    SHARE = "ui/share.svg";
    SOUND_OFF = "ui/sound-off.svg";
    SOUND_ON = "ui/sound-on.svg";
    SUN = "ui/sun.svg";
    UNDO = "ui/undo.svg";
    UPLOAD = "ui/upload.svg";
    WARNING = "ui/warning.svg";
    ZEN = "ui/zen.svg";
    MODE_DICE = "modes/dice.svg";
    MODE_FOG = "modes/fog.svg";
    MODE_GRAVITY = "modes/gravity.svg";
    MODE_MINES = "modes/mines.svg";
    MODE_PORTALS = "modes/portals.svg";
    MARK_CRATER = "marks/crater.svg";
    MARK_MINE = "marks/mine.svg";
    MARK_PORTAL = "marks/portal.svg";
}

macro_rules! piece_svg {
    ($file:literal) => {
        include_str!(concat!("../art/pieces/", $file, ".svg"))
    };
}

/// Returns the figure of a chess piece.
pub(crate) const fn chess_figure(letter: char) -> &'static str {
    match letter {
        'K' => piece_svg!("chess/king"),
        'Q' => piece_svg!("chess/queen"),
        'R' => piece_svg!("chess/rook"),
        'B' => piece_svg!("chess/bishop"),
        'N' => piece_svg!("chess/knight"),
        _ => piece_svg!("chess/pawn"),
    }
}

/// Returns the character of a xiangqi piece.
pub(crate) fn xiangqi_character(piece: AnyPiece, language: Language) -> &'static str {
    let simplified = language != Language::Traditional;
    match (piece.letter, piece.side, simplified) {
        ('K', Side::First, true) => piece_svg!("xiangqi/king-red-hans"),
        ('K', Side::First, false) => piece_svg!("xiangqi/king-red"),
        ('K', Side::Second, true) => piece_svg!("xiangqi/king-black-hans"),
        ('K', Side::Second, false) => piece_svg!("xiangqi/king-black"),
        ('A', Side::First, _) => piece_svg!("xiangqi/advisor-red"),
        ('A', Side::Second, _) => piece_svg!("xiangqi/advisor-black"),
        ('B' | 'E', Side::First, _) => piece_svg!("xiangqi/elephant-red"),
        ('B' | 'E', Side::Second, _) => piece_svg!("xiangqi/elephant-black"),
        ('N' | 'H', Side::First, true) => piece_svg!("xiangqi/horse-red-hans"),
        ('N' | 'H', Side::First, false) => piece_svg!("xiangqi/horse-red"),
        ('N' | 'H', Side::Second, true) => piece_svg!("xiangqi/horse-black-hans"),
        ('N' | 'H', Side::Second, false) => piece_svg!("xiangqi/horse-black"),
        ('R', Side::First, true) => piece_svg!("xiangqi/rook-red-hans"),
        ('R', Side::First, false) => piece_svg!("xiangqi/rook-red"),
        ('R', Side::Second, true) => piece_svg!("xiangqi/rook-black-hans"),
        ('R', Side::Second, false) => piece_svg!("xiangqi/rook-black"),
        ('C', Side::First, _) => piece_svg!("xiangqi/cannon-red"),
        ('C', Side::Second, true) => piece_svg!("xiangqi/cannon-black-hans"),
        ('C', Side::Second, false) => piece_svg!("xiangqi/cannon-black"),
        (_, Side::First, _) => piece_svg!("xiangqi/pawn-red"),
        (_, Side::Second, _) => piece_svg!("xiangqi/pawn-black"),
    }
}

/// Returns the Western symbol of a xiangqi piece.
pub(crate) const fn xiangqi_symbol(letter: char) -> &'static str {
    match letter {
        'K' => piece_svg!("xiangqi-western/king"),
        'A' => piece_svg!("xiangqi-western/advisor"),
        'B' | 'E' => piece_svg!("xiangqi-western/elephant"),
        'N' | 'H' => piece_svg!("xiangqi-western/horse"),
        'R' => piece_svg!("xiangqi-western/rook"),
        'C' => piece_svg!("xiangqi-western/cannon"),
        _ => piece_svg!("xiangqi-western/pawn"),
    }
}
