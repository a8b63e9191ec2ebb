//! The simplest game there is, for the tests of this crate: every word is a move.

use yipan_rules::{Language, Seat, Words};

use crate::{Game, Notated, PgnErrorKind, Plain, Tag};

/// How many moves were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Toy(u16);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Never {}

impl Words for Never {
    fn words(&self, _language: Language) -> String {
        match *self {}
    }
}

impl Notated for Toy {
    type Ply = ();
    type Notation = ();
    type FenError = Never;
    type MoveError = Never;
    type Decoder = Plain;

    const NOTATION: () = ();
    const GAME: Option<&'static str> = None;
    const PLAYERS: [&'static [&'static str]; 2] = [&["White"], &["Black"]];
    const START_TAGS: &'static [&'static str] = &[];

    fn known_games(_language: Language) -> &'static str {
        "this"
    }

    fn usual() -> Toy {
        Toy(0)
    }

    fn from_tags(_tags: &[Tag]) -> Result<Toy, (usize, PgnErrorKind<Toy>)> {
        Ok(Toy(0))
    }

    fn start_tags(_game: &Game<Toy>, _notation: ()) -> Vec<Tag> {
        Vec::new()
    }

    fn turn(&self) -> Seat {
        if self.0.is_multiple_of(2) { Seat::First } else { Seat::Second }
    }

    fn number(&self) -> u16 {
        self.0 / 2 + 1
    }

    fn read_ply(&self, _text: &str) -> Result<(), PgnErrorKind<Toy>> {
        Ok(())
    }

    fn write_ply(&self, _ply: (), _notation: ()) -> String {
        "x".to_owned()
    }

    fn allows(&self, _ply: ()) -> bool {
        true
    }

    fn played(&self, _ply: ()) -> Toy {
        Toy(self.0 + 1)
    }
}
