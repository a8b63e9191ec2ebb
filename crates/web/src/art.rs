//! The drawings, as text to be put into the document.

use yipan_games::GameKind;
use yipan_rules::{Language, Man, Seat};

/// A drawing of ours.
macro_rules! drawings {
    ($($name:ident = $file:literal;)*) => {
        $(#[allow(dead_code, reason = "one set of drawings, whichever of them a page needs")]
        pub(crate) const $name: &str = include_str!(concat!("../art/", $file));)*
    };
}

drawings! {
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
    PEOPLE = "ui/people.svg";
    PERSON = "ui/person.svg";
    PLAY = "ui/play.svg";
    PREVIOUS = "ui/previous.svg";
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
    MODE_DICE = "modes/dice.svg";
    MODE_FOG = "modes/fog.svg";
    MODE_GRAVITY = "modes/gravity.svg";
    MODE_MINES = "modes/mines.svg";
    MODE_PORTALS = "modes/portals.svg";
    MARK_CRATER = "marks/crater.svg";
    MARK_MINE = "marks/mine.svg";
    MARK_PORTAL = "marks/portal.svg";
}

macro_rules! man {
    ($file:literal) => {
        include_str!(concat!("../art/pieces/", $file, ".svg"))
    };
}

/// The figure of a man of chess.
pub(crate) const fn chess(letter: char) -> &'static str {
    match letter {
        'K' => man!("chess/king"),
        'Q' => man!("chess/queen"),
        'R' => man!("chess/rook"),
        'B' => man!("chess/bishop"),
        'N' => man!("chess/knight"),
        _ => man!("chess/pawn"),
    }
}

/// The character of a man of xiangqi.
fn character(man: Man, language: Language) -> &'static str {
    let simplified = language != Language::Traditional;
    match (man.letter, man.seat, simplified) {
        ('K', Seat::First, true) => man!("xiangqi/king-red-hans"),
        ('K', Seat::First, false) => man!("xiangqi/king-red"),
        ('K', Seat::Second, true) => man!("xiangqi/king-black-hans"),
        ('K', Seat::Second, false) => man!("xiangqi/king-black"),
        ('A', Seat::First, _) => man!("xiangqi/advisor-red"),
        ('A', Seat::Second, _) => man!("xiangqi/advisor-black"),
        ('B' | 'E', Seat::First, _) => man!("xiangqi/elephant-red"),
        ('B' | 'E', Seat::Second, _) => man!("xiangqi/elephant-black"),
        ('N' | 'H', Seat::First, true) => man!("xiangqi/horse-red-hans"),
        ('N' | 'H', Seat::First, false) => man!("xiangqi/horse-red"),
        ('N' | 'H', Seat::Second, true) => man!("xiangqi/horse-black-hans"),
        ('N' | 'H', Seat::Second, false) => man!("xiangqi/horse-black"),
        ('R', Seat::First, true) => man!("xiangqi/rook-red-hans"),
        ('R', Seat::First, false) => man!("xiangqi/rook-red"),
        ('R', Seat::Second, true) => man!("xiangqi/rook-black-hans"),
        ('R', Seat::Second, false) => man!("xiangqi/rook-black"),
        ('C', Seat::First, _) => man!("xiangqi/cannon-red"),
        ('C', Seat::Second, true) => man!("xiangqi/cannon-black-hans"),
        ('C', Seat::Second, false) => man!("xiangqi/cannon-black"),
        (_, Seat::First, _) => man!("xiangqi/pawn-red"),
        (_, Seat::Second, _) => man!("xiangqi/pawn-black"),
    }
}

/// The western symbol of a man of xiangqi.
const fn symbol(letter: char) -> &'static str {
    match letter {
        'K' => man!("xiangqi-western/king"),
        'A' => man!("xiangqi-western/advisor"),
        'B' | 'E' => man!("xiangqi-western/elephant"),
        'N' | 'H' => man!("xiangqi-western/horse"),
        'R' => man!("xiangqi-western/rook"),
        'C' => man!("xiangqi-western/cannon"),
        _ => man!("xiangqi-western/pawn"),
    }
}

/// A man as it is drawn in a field of 100 by 100.
pub(crate) fn man(kind: GameKind, man: Man, other_look: bool, language: Language) -> String {
    const DISC: &str =
        r#"<circle class="disc" cx="50" cy="50" r="45"/><circle class="ring" cx="50" cy="50" r="39"/>"#;
    match kind {
        GameKind::Chess if other_look => {
            let letter = if man.letter == 'P' { '●' } else { man.letter };
            format!(r#"<circle class="disc letter" cx="50" cy="50" r="40"/><text class="letter" x="50" y="68">{letter}</text>"#)
        }
        GameKind::Chess => chess(man.letter).to_owned(),
        GameKind::Xiangqi if other_look => format!("{DISC}<g>{}</g>", symbol(man.letter)),
        GameKind::Xiangqi => format!("{DISC}<g>{}</g>", character(man, language)),
        GameKind::Liuzichong => {
            r#"<circle class="stone" cx="50" cy="50" r="36"/><ellipse class="shine" cx="40" cy="36" rx="13" ry="8"/>"#
                .to_owned()
        }
    }
}
