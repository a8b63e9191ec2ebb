use std::fmt;
use std::str::FromStr;

use yipan_core::MoveGenerator;

use crate::positions::legal_moves;

/// Declares the themes from one list, each with its key.
macro_rules! themes {
    ($($(#[$doc:meta])* $name:ident = $key:literal;)*) => {
        /// A fact about a puzzle by which people choose it. It prints as its key.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PuzzleTheme {
            $($(#[$doc])* $name,)*
        }

        impl PuzzleTheme {
            /// Every theme.
            pub const ALL: &[PuzzleTheme] = &[$(PuzzleTheme::$name,)*];

            /// Returns the key of the theme in files and links.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $(PuzzleTheme::$name => $key,)*
                }
            }
        }
    };
}

themes! {
    /// The solution ends with mate.
    Mate = "mate";
    /// The mate is one move away.
    MateIn1 = "mate-in-1";
    /// The mate is two moves away.
    MateIn2 = "mate-in-2";
    /// The mate is three moves away.
    MateIn3 = "mate-in-3";
    /// The mate is more than three moves away.
    LongMate = "long-mate";
    /// The solution wins material.
    Advantage = "advantage";
    /// A piece attacks two others at once.
    Fork = "fork";
    /// A piece is pinned, or taken because it is.
    Pin = "pin";
    /// Two pieces give check at once.
    DoubleCheck = "double-check";
    /// A piece moves away and another one gives check.
    DiscoveredCheck = "discovered-check";
    /// The first move gives up material.
    Sacrifice = "sacrifice";
    /// The first move takes a piece that is not defended.
    HangingPiece = "hanging-piece";
    /// The first move neither takes nor gives check.
    QuietMove = "quiet-move";
    /// A pawn is promoted.
    Promotion = "promotion";
    /// A pawn is promoted to something else than a queen.
    Underpromotion = "underpromotion";
    /// The king is mated on its first rank behind its own pawns.
    BackRankMate = "back-rank-mate";
    /// The king is mated by a knight, surrounded by its own pieces.
    SmotheredMate = "smothered-mate";
    /// The general is mated by a cannon over the horse in front of it (马后炮).
    HorseCannonMate = "horse-cannon-mate";
    /// The general is mated by a cannon over another cannon (重炮).
    DoubleCannonMate = "double-cannon-mate";
    /// The general is mated by a horse beside its palace (卧槽马 and others).
    HorseMate = "horse-mate";
    /// A rook or pawn mates beside a general whose guards a cannon on the central file holds (铁门栓).
    IronBolt = "iron-bolt";
    /// The facing general gives check or takes an escape (白脸将).
    FacingGeneral = "facing-general";
    /// The side to move has no legal move left at the end (困毙).
    Stalemate = "stalemate";
    /// The only move that wins, of a solved game.
    OnlyMove = "only-move";
    /// A win that takes long, of a solved game.
    LongWin = "long-win";
    /// The order in which dice are used decides.
    DiceOrder = "dice-order";
}

impl fmt::Display for PuzzleTheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// The key of an unknown theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a theme of puzzles")]
pub struct ParseThemeError(pub String);

impl FromStr for PuzzleTheme {
    type Err = ParseThemeError;

    fn from_str(text: &str) -> Result<PuzzleTheme, ParseThemeError> {
        let found = PuzzleTheme::ALL.iter().find(|theme| theme.key() == text);
        found.copied().ok_or_else(|| ParseThemeError(text.chars().take(32).collect()))
    }
}

/// Returns how a line of `plies` ends: with mate, without a legal move, or with an advantage.
pub(crate) fn ending_themes<P: MoveGenerator>(end: &P, plies: usize, is_check: bool) -> Vec<PuzzleTheme> {
    if !legal_moves(end).is_empty() {
        return vec![PuzzleTheme::Advantage];
    }
    if !is_check {
        return vec![PuzzleTheme::Stalemate];
    }
    let length = match plies / 2 + 1 {
        1 => PuzzleTheme::MateIn1,
        2 => PuzzleTheme::MateIn2,
        3 => PuzzleTheme::MateIn3,
        _ => PuzzleTheme::LongMate,
    };
    vec![PuzzleTheme::Mate, length]
}
