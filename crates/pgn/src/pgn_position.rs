use std::fmt::Debug;

use yipan_core::{Language, Localize, Side};

use crate::{Game, GameResult, PgnErrorKind, Tag};

/// A position that a written game walks through: what this crate must be told of a game.
pub trait PgnPosition: Copy + Eq + Debug {
    /// What is written as one move. It need not be legal, for anybody may put a line together.
    type Ply: Copy + Eq + Debug;
    /// A way of writing moves.
    type Notation: Copy + Debug;
    /// What is wrong with a `FEN` tag.
    type FenError: Localize + Clone + Eq + Debug;
    /// Why a text is not a move.
    type MoveError: Localize + Clone + Eq + Debug;
    /// What makes text of the bytes of a file.
    type Decoder: Decode;

    /// The notation in which a game is printed unless another is asked for.
    const DEFAULT_NOTATION: Self::Notation;
    /// What the tag `Game` says in front of all others, where it is the custom to write it.
    const GAME_TAG: Option<&'static str>;
    /// The tags that name the players of both seats. The first of each is written, all are read.
    const PLAYER_TAGS: [&'static [&'static str]; 2];
    /// The tags that [`PgnPosition::start_tags`] answers for: what a game has under these names is not copied.
    const START_TAGS: &'static [&'static str];

    /// The games that can be read here, for the sentence that refuses another.
    fn supported_games(language: Language) -> &'static str;

    /// The position from which games are played.
    fn start_position() -> Self;

    /// The position from which this game is played.
    ///
    /// # Errors
    /// The place of a tag among all, and what is wrong with it.
    fn from_tags(tags: &[Tag]) -> Result<Self, (usize, PgnErrorKind<Self>)>;

    /// The tags that tell where a game starts and how its moves are written.
    fn start_tags(game: &Game<Self>, notation: Self::Notation) -> Vec<Tag>;

    /// Whose turn it is.
    fn turn(&self) -> Side;

    /// The number of the move that is to be played, from 1.
    fn fullmove_number(&self) -> u16;

    /// The legal move that a word names.
    ///
    /// # Errors
    /// It is none.
    fn parse_move(&self, text: &str) -> Result<Self::Ply, PgnErrorKind<Self>>;

    /// The null move, with which annotators show a threat; a word like any other where there is none.
    ///
    /// # Errors
    /// It cannot be played here.
    fn parse_null_move(&self, text: &str) -> Result<Self::Ply, PgnErrorKind<Self>> {
        self.parse_move(text)
    }

    /// A legal move as text.
    fn format_move(&self, ply: Self::Ply, notation: Self::Notation) -> String;

    /// Whether a move can be played.
    fn is_legal_move(&self, ply: Self::Ply) -> bool;

    /// The position after a legal move.
    #[must_use]
    fn after_move(&self, ply: Self::Ply) -> Self;

    /// The result that a word names.
    fn parse_result(text: &str) -> Option<GameResult> {
        GameResult::parse(text)
    }

    /// How much of a text is a move for certain. Only a notation in which moves look like numbers, or stand side
    /// by side without a blank, needs to tell.
    fn move_prefix_length(_text: &str) -> usize {
        0
    }
}

/// Makes text of the bytes of a file, which come in pieces.
pub trait Decode: Default + Debug {
    /// Takes the next piece and appends what can be told of it.
    fn feed(&mut self, bytes: &[u8], out: &mut Vec<u8>);

    /// Appends what is left when the file is over.
    fn finish(self, out: &mut Vec<u8>);
}

/// Leaves the bytes as they are. The reader takes them for UTF-8, and a game that is not UTF-8 for Latin-1.
#[derive(Clone, Copy, Debug, Default)]
pub struct PassThroughDecoder;

impl Decode for PassThroughDecoder {
    fn feed(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(bytes);
    }

    fn finish(self, _out: &mut Vec<u8>) {}
}
