use alloc::{borrow::ToOwned, string::String, vec::Vec};

use yipan_core::Side;

use crate::{GameResult, PgnPosition, Variation, VariationIter};

/// A game in PGN: tags, starting position, annotated moves and result.
///
/// It prints as PGN in the export format; see [`Game::pgn`] for other notations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<S: PgnPosition> {
    /// The tags in the order of the file. The fields below take precedence over the tags `FEN`, `SetUp` and
    /// `Result`.
    pub tags: Vec<Tag>,
    /// The position before the first move.
    pub start: S,
    /// The moves. The comment of this variation precedes the first move.
    pub main_line: Variation<S::Ply>,
    /// The result. It is read from the tag, or from the end of the moves if the tag is missing or `*`.
    pub result: GameResult,
}

/// A fact about a game, like `[White "Anderssen"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name: letters and digits, no spaces.
    pub name: String,
    /// The value, any text on one line.
    pub value: String,
}

impl<S: PgnPosition> Game<S> {
    /// Creates a game without tags and moves.
    #[must_use]
    pub const fn new(start: S) -> Game<S> {
        Game { tags: Vec::new(), start, main_line: Variation::new(), result: GameResult::Unknown }
    }

    /// Returns the value of a tag; the last one if it occurs more than once.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        find_tag(&self.tags, name).map(|(_, value)| value)
    }

    /// Sets the value of a tag, in place if it exists.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().rev().find(|tag| tag.name == name) {
            Some(tag) => value.clone_into(&mut tag.value),
            None => self.tags.push(Tag::new(name, value)),
        }
    }

    /// Returns the player of a side, by any tag name of that side.
    #[must_use]
    pub fn player(&self, side: Side) -> Option<&str> {
        let [first, second] = S::PLAYER_TAGS;
        let names = if side == Side::First { first } else { second };
        names.iter().find_map(|name| self.tag(name))
    }

    /// Returns the moves of the main line, each with the position before it.
    #[must_use]
    pub fn moves(&self) -> VariationIter<'_, S> {
        self.main_line.iter_from(self.start)
    }

    /// Returns the position after the last move of the main line.
    #[must_use]
    pub fn final_position(&self) -> S {
        let mut plies = self.moves();
        while plies.next().is_some() {}
        plies.position()
    }
}

impl<S: PgnPosition> Default for Game<S> {
    fn default() -> Game<S> {
        Game::new(S::start_position())
    }
}

impl Tag {
    /// Creates a tag.
    #[must_use]
    pub fn new(name: &str, value: &str) -> Tag {
        Tag { name: name.to_owned(), value: value.to_owned() }
    }
}

/// Returns the index and value of a tag; those of the last one if it occurs more than once.
#[must_use]
pub fn find_tag<'t>(tags: &'t [Tag], name: &str) -> Option<(usize, &'t str)> {
    let index = tags.iter().rposition(|tag| tag.name == name)?;
    Some((index, &tags[index].value))
}
