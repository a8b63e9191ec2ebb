//! A minimal game for the tests of this crate, in which every word is a move.

use yipan_core::{Language, Localize, Side};

use crate::{Game, PassThroughDecoder, PgnErrorKind, PgnPosition, Tag};

/// A position, given by the number of moves played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TestPosition(u16);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoError {}

impl Localize for NoError {
    fn localize(&self, _language: Language) -> String {
        match *self {}
    }
}

impl PgnPosition for TestPosition {
    type Ply = ();
    type Notation = ();
    type FenError = NoError;
    type MoveError = NoError;
    type Decoder = PassThroughDecoder;

    const DEFAULT_NOTATION: () = ();
    const GAME_TAG: Option<&'static str> = None;
    const PLAYER_TAGS: [&'static [&'static str]; 2] = [&["White"], &["Black"]];
    const START_TAGS: &'static [&'static str] = &[];

    fn supported_games(_language: Language) -> &'static str {
        "this"
    }

    fn start_position() -> TestPosition {
        TestPosition(0)
    }

    fn from_tags(_tags: &[Tag]) -> Result<TestPosition, (usize, PgnErrorKind<TestPosition>)> {
        Ok(TestPosition(0))
    }

    fn start_tags(_game: &Game<TestPosition>, _notation: ()) -> Vec<Tag> {
        Vec::new()
    }

    fn turn(&self) -> Side {
        if self.0.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn fullmove_number(&self) -> u16 {
        self.0 / 2 + 1
    }

    fn parse_move(&self, _text: &str) -> Result<(), PgnErrorKind<TestPosition>> {
        Ok(())
    }

    fn format_move(&self, _ply: (), _notation: ()) -> String {
        "x".to_owned()
    }

    fn is_legal_move(&self, _ply: ()) -> bool {
        true
    }

    fn after_move(&self, _ply: ()) -> TestPosition {
        TestPosition(self.0 + 1)
    }
}
