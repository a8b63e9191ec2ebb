//! The PGN rules of chess: tags, moves in SAN, null moves.

use alloc::{
    borrow::ToOwned,
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};

use yipan_core::{Language, Side};
use yipan_pgn::{PassThroughDecoder, PgnPosition, find_tag, truncated};

use super::variant::Variant;
use super::{Game, MoveNode, PgnErrorKind, Tag};
use crate::{FenError, Move, Position, SanError};

impl PgnPosition for Position {
    /// `None` is a null move.
    type Ply = Option<Move>;
    /// SAN is the only notation.
    type Notation = ();
    type FenError = FenError;
    type MoveError = SanError;
    type Decoder = PassThroughDecoder;

    const DEFAULT_NOTATION: () = ();
    const GAME_TAG: Option<&'static str> = None;
    const PLAYER_TAGS: [&'static [&'static str]; 2] = [&["White"], &["Black"]];
    const START_TAGS: &'static [&'static str] = &["FEN", "SetUp", "Variant"];

    fn supported_games(language: Language) -> &'static str {
        language.choose("chess and Chess960", "国际象棋和 Chess960", "西洋棋和 Chess960")
    }

    fn start_position() -> Position {
        Position::start()
    }

    fn from_tags(tags: &[Tag]) -> Result<Position, (usize, PgnErrorKind)> {
        let (place, name) = find_tag(tags, "Variant").unwrap_or_default();
        let Some(variant) = Variant::parse(name) else {
            return Err((place, PgnErrorKind::UnsupportedVariant { name: truncated(name).to_owned() }));
        };
        let start = match find_tag(tags, "FEN").map(|(place, fen)| (place, fen.trim())) {
            None | Some((_, "")) => Position::start(),
            Some((place, fen)) => {
                parse_lenient_fen(fen).map_err(|error| (place, PgnErrorKind::InvalidFen(Box::new(error))))?
            }
        };
        Ok(if variant == Variant::Chess960 { start.with_chess960_castling() } else { start })
    }

    fn start_tags(game: &Game, _notation: ()) -> Vec<Tag> {
        let mut tags = Vec::new();
        if game.start != Position::start() {
            tags.push(Tag::new("FEN", &game.start.to_string()));
            tags.push(Tag::new("SetUp", "1"));
        }
        let variant = game.tag("Variant").and_then(|name| Some((name, Variant::parse(name)?)));
        // A Chess960 position without castling rights is not marked as such; only the tag identifies it.
        match variant {
            Some((name, variant)) if variant == Variant::Chess960 || !game.start.is_chess960() => {
                tags.push(Tag::new("Variant", name));
            }
            _ if game.start.is_chess960() => tags.push(Tag::new("Variant", "Chess960")),
            _ => {}
        }
        tags
    }

    fn turn(&self) -> Side {
        self.side_to_move()
    }

    fn fullmove_number(&self) -> u16 {
        self.fullmove_number()
    }

    fn parse_move(&self, text: &str) -> Result<Option<Move>, PgnErrorKind> {
        let clipped = truncated(text);
        if clipped.len() < text.len() {
            return Err(SanError::Syntax { text: clipped.to_owned() }.into());
        }
        Ok(Some(self.parse_san(text)?))
    }

    fn parse_null_move(&self, _text: &str) -> Result<Option<Move>, PgnErrorKind> {
        if self.in_check() { Err(PgnErrorKind::NullMoveInCheck) } else { Ok(None) }
    }

    fn format_move(&self, ply: Option<Move>, _notation: ()) -> String {
        ply.map_or_else(|| "--".to_owned(), |mv| self.san(mv))
    }

    fn is_legal_move(&self, ply: Option<Move>) -> bool {
        match ply {
            Some(mv) => self.legal_moves().contains(&mv),
            None => !self.in_check(),
        }
    }

    fn after_move(&self, ply: Option<Move>) -> Position {
        let mut next = *self;
        match ply {
            Some(mv) => next.play_unchecked(mv),
            None => next.null_move_unchecked(),
        }
        next
    }
}

/// Parses a FEN whose last fields may be missing, as many programs omit them.
fn parse_lenient_fen(text: &str) -> Result<Position, FenError> {
    let missing = match text.split_ascii_whitespace().count() {
        4 => " 0 1",
        5 => " 1",
        _ => "",
    };
    format!("{text}{missing}").parse()
}

/// Creates a move without annotations.
impl From<Move> for MoveNode {
    fn from(mv: Move) -> MoveNode {
        MoveNode::from(Some(mv))
    }
}

impl From<SanError> for PgnErrorKind {
    fn from(error: SanError) -> PgnErrorKind {
        PgnErrorKind::IllegalMove(Box::new(error))
    }
}
