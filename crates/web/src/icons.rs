//! The icons, as SVG text.

macro_rules! svg_constants {
    ($($name:ident = $file:literal;)*) => {
        $(#[allow(dead_code, reason = "one set of drawings, not every page uses all of them")]
        pub(crate) const $name: &str = include_str!(concat!("../art/", $file));)*
    };
}

svg_constants! {
    ANALYSIS = "ui/analysis.svg";
    BELL = "ui/bell.svg";
    BERSERK = "ui/berserk.svg";
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
    MOVE = "ui/move.svg";
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
}
