use alloc::{string::String, vec::Vec};
use core::fmt::Debug;

use yipan_core::{Language, Localize, Side};

use crate::{Game, GameResult, PgnErrorKind, Tag};

/// A position of a game that can be written as PGN. It defines what this crate needs to know about the game.
pub trait PgnPosition: Copy + Eq + Debug {
    /// A move as PGN writes it. It need not be legal, because callers may construct any variation.
    type Ply: Copy + Eq + Debug;
    /// A notation of moves.
    type Notation: Copy + Debug;
    /// The error of a `FEN` tag.
    type FenError: Localize + Clone + Eq + Debug;
    /// The error of a text that is not a legal move.
    type MoveError: Localize + Clone + Eq + Debug;
    /// The decoder from the bytes of a file to text.
    type Decoder: Decode;

    /// The default notation of printed games.
    const DEFAULT_NOTATION: Self::Notation;
    /// The value of the tag `Game`, if the convention for this game is to write it.
    const GAME_TAG: Option<&'static str>;
    /// The tags that name the players of both sides. The first of each is written, all are read.
    const PLAYER_TAGS: [&'static [&'static str]; 2];
    /// The tags that [`PgnPosition::start_tags`] writes; a game's own tags of these names are not copied.
    const START_TAGS: &'static [&'static str];

    /// Returns the supported games, for the message that rejects another one.
    fn supported_games(language: Language) -> &'static str;

    /// Returns the standard starting position.
    fn start_position() -> Self;

    /// Returns the starting position that the tags describe.
    ///
    /// # Errors
    /// Returns the index of an invalid tag and its problem.
    fn from_tags(tags: &[Tag]) -> Result<Self, (usize, PgnErrorKind<Self>)>;

    /// Returns the tags for the starting position and the notation of the moves.
    fn start_tags(game: &Game<Self>, notation: Self::Notation) -> Vec<Tag>;

    /// Returns the side to move.
    fn turn(&self) -> Side;

    /// Returns the number of the move to be played, counted from 1.
    fn fullmove_number(&self) -> u16;

    /// Parses a word as a legal move.
    ///
    /// # Errors
    /// Returns `PgnErrorKind` if the word is not a legal move.
    fn parse_move(&self, text: &str) -> Result<Self::Ply, PgnErrorKind<Self>>;

    /// Parses the null move, with which annotators show a threat. Games without one parse it as a normal
    /// word.
    ///
    /// # Errors
    /// Returns `PgnErrorKind` if a null move is not possible here.
    fn parse_null_move(&self, text: &str) -> Result<Self::Ply, PgnErrorKind<Self>> {
        self.parse_move(text)
    }

    /// Formats a legal move.
    fn format_move(&self, ply: Self::Ply, notation: Self::Notation) -> String;

    /// Whether a move is legal.
    fn is_legal_move(&self, ply: Self::Ply) -> bool;

    /// Returns the position after a legal move.
    #[must_use]
    fn after_move(&self, ply: Self::Ply) -> Self;

    /// Parses a word as a result.
    fn parse_result(text: &str) -> Option<GameResult> {
        GameResult::parse(text)
    }

    /// Returns the length of the move at the beginning of a text, or 0 if unknown.
    ///
    /// Needed only for notations in which moves look like numbers or follow each other without a space.
    fn move_prefix_length(_text: &str) -> usize {
        0
    }
}

/// A decoder for the bytes of a file, which arrive in chunks.
pub trait Decode: Default + Debug {
    /// Decodes the next chunk.
    fn feed(&mut self, bytes: &[u8], out: &mut Vec<u8>);

    /// Decodes the rest at the end of the file.
    fn finish(self, out: &mut Vec<u8>);
}

/// A decoder that copies the bytes. The reader treats them as UTF-8, and a game that is not valid UTF-8 as
/// Latin-1.
#[derive(Clone, Copy, Debug, Default)]
pub struct PassThroughDecoder;

impl Decode for PassThroughDecoder {
    fn feed(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(bytes);
    }

    fn finish(self, _out: &mut Vec<u8>) {}
}
