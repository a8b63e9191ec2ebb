use yipan_core::Side;

use crate::{GameResult, PgnPosition, Variation, VariationIter};

/// A game as it is written down: who played, from where, the moves with all that is said about them, and how
/// it ended.
///
/// It prints as PGN in the export format; see [`Game::pgn`] for other notations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<S: PgnPosition> {
    /// The tags in the order of the file. Where the game begins and how it ended is told by the fields below,
    /// whatever the tags `FEN`, `SetUp` and `Result` say.
    pub tags: Vec<Tag>,
    /// The position before the first move.
    pub start: S,
    /// The moves. Its comment is the one before the first move.
    pub main_line: Variation<S::Ply>,
    /// How the game ended. Read from the tag, and where that is missing or `*` from the end of the moves.
    pub result: GameResult,
}

/// A fact about a game, like `[White "Anderssen"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// What the fact is about: letters and digits, no blanks.
    pub name: String,
    /// The fact, any text on one line.
    pub value: String,
}

impl<S: PgnPosition> Game<S> {
    /// A game that has not begun, without tags.
    #[must_use]
    pub const fn new(start: S) -> Game<S> {
        Game { tags: Vec::new(), start, main_line: Variation::new(), result: GameResult::Unknown }
    }

    /// The value of a tag; if it was given more than once, the last.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        find_tag(&self.tags, name).map(|(_, value)| value)
    }

    /// Gives a tag a value, in place if it is there.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().rev().find(|tag| tag.name == name) {
            Some(tag) => value.clone_into(&mut tag.value),
            None => self.tags.push(Tag::new(name, value)),
        }
    }

    /// Who played in a seat, by any name that the seat has in files.
    #[must_use]
    pub fn player(&self, side: Side) -> Option<&str> {
        let [first, second] = S::PLAYER_TAGS;
        let names = if side == Side::First { first } else { second };
        names.iter().find_map(|name| self.tag(name))
    }

    /// The moves that were played, each with the position before it.
    #[must_use]
    pub fn moves(&self) -> VariationIter<'_, S> {
        self.main_line.iter_from(self.start)
    }

    /// The position after the last move that was played.
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
    /// A tag with this name and value.
    #[must_use]
    pub fn new(name: &str, value: &str) -> Tag {
        Tag { name: name.to_owned(), value: value.to_owned() }
    }
}

/// The value of a tag and its place among all; if it was given more than once, the last.
#[must_use]
pub fn find_tag<'t>(tags: &'t [Tag], name: &str) -> Option<(usize, &'t str)> {
    let index = tags.iter().rposition(|tag| tag.name == name)?;
    Some((index, &tags[index].value))
}
