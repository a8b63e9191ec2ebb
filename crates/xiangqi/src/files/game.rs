use super::{GameResult, Line, Plies};
use crate::{Color, Position, RED};

/// A game as it is written down: who played, from where, the moves with all that is said about them, and how
/// it ended.
///
/// It prints as PGN with moves in simplified Chinese; see [`Game::pgn`] for other notations.
///
/// ```
/// use yipan_xiangqi::Position;
/// use yipan_xiangqi::files::{Game, Node};
///
/// let mut game = Game::default();
/// game.put_tag("Red", "胡荣华");
/// let cannon = Position::start().read_any("炮二平五")?;
/// game.line.nodes.push(Node::from(cannon));
/// assert!(game.to_string().starts_with("[Game \"Chinese Chess\"]\n"));
/// assert!(game.to_string().ends_with("\n1. 炮二平五 *\n"));
/// # Ok::<(), yipan_xiangqi::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The tags in the order of the file, by their names in PGN. Where the game begins and how it ended is told
    /// by the fields below, whatever the tags `FEN` and `Result` say.
    pub tags: Vec<Tag>,
    /// The position before the first move.
    pub start: Position,
    /// The moves. Its comment is the one before the first move.
    pub line: Line,
    /// How the game ended.
    pub result: GameResult,
}

/// A fact about a game, like `[Red "杨官璘"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// What the fact is about: letters and digits, no blanks.
    pub name: String,
    /// The fact, any text on one line.
    pub value: String,
}

impl Game {
    /// A game that has not begun, without tags.
    #[must_use]
    pub const fn new(start: Position) -> Game {
        let line = Line { comment: String::new(), nodes: Vec::new() };
        Game { tags: Vec::new(), start, line, result: GameResult::Open }
    }

    /// The value of a tag; if it was given more than once, the last.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rev().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Gives a tag a value, in place if it is there.
    pub fn put_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().rev().find(|tag| tag.name == name) {
            Some(tag) => value.clone_into(&mut tag.value),
            None => self.tags.push(Tag::new(name, value)),
        }
    }

    /// Who played a colour. Western programs call Red `White`.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<&str> {
        if color == RED { self.tag("Red").or_else(|| self.tag("White")) } else { self.tag("Black") }
    }

    /// The moves that were played, each with the position before it.
    #[must_use]
    pub fn main_line(&self) -> Plies<'_> {
        self.line.play(self.start)
    }

    /// The position after the last move that was played.
    #[must_use]
    pub fn end(&self) -> Position {
        let mut plies = self.main_line();
        while plies.next().is_some() {}
        plies.position()
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::start())
    }
}

impl Tag {
    /// A tag with this name and value.
    #[must_use]
    pub fn new(name: &str, value: &str) -> Tag {
        Tag { name: name.to_owned(), value: value.to_owned() }
    }
}
