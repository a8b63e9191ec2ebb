use super::{GameResult, Line, Plies};
use crate::Position;

/// A game as it is written down: who played, from where, the moves with all that is said about them, and how
/// it ended.
///
/// It prints as PGN in the export format.
///
/// ```
/// use yipan_chess::{Position, pgn::{Game, Node}};
///
/// let mut game = Game::default();
/// game.put_tag("White", "Réti");
/// let e4 = Position::start().read_san("e4")?;
/// game.line.nodes.push(Node::from(e4));
/// assert!(game.to_string().ends_with("[White \"Réti\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n"));
/// # Ok::<(), yipan_chess::SanError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The tags in the order of the file. Where the game begins and how it ended is told by the fields below,
    /// whatever the tags `FEN`, `SetUp` and `Result` say.
    pub tags: Vec<Tag>,
    /// The position before the first move.
    pub start: Position,
    /// The moves. Its comment is the one before the first move.
    pub line: Line,
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

/// The seven tags that every game has, in this order, and what stands for what nobody knows.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

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

    /// The moves that were played, each with the position before it.
    ///
    /// ```
    /// use yipan_chess::pgn;
    /// let game = pgn::games(b"1. e4 (1. d4 d5) 1... c5 *").next().unwrap()?;
    /// let san = |(before, node): (yipan_chess::Position, &pgn::Node)| Some(before.san(node.mv?));
    /// assert!(game.main_line().filter_map(san).eq(["e4", "c5"]));
    /// # Ok::<(), pgn::PgnError>(())
    /// ```
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

    /// The tags as the export format has them: the seven of the roster first, then what tells an unusual start,
    /// made from [`Game::start`], then all others in their order.
    #[must_use]
    pub fn export_tags(&self) -> Vec<Tag> {
        let mut tags = Vec::with_capacity(self.tags.len() + 10);
        for (name, unknown) in ROSTER {
            tags.push(Tag::new(name, self.tag(name).unwrap_or(unknown)));
        }
        tags[ROSTER.len() - 1].value = self.result.to_string();
        let usual = self.start == Position::start();
        if !usual {
            tags.push(Tag::new("FEN", &self.start.to_string()));
            tags.push(Tag::new("SetUp", "1"));
        }
        let variant = self.tag("Variant").filter(|name| Variant::read(name).is_some());
        // A Chess960 position without castling rights does not know what it is; the tag does.
        match variant {
            Some(name) if Variant::read(name) == Some(Variant::Chess960) || !self.start.is_chess960() => {
                tags.push(Tag::new("Variant", name));
            }
            _ if self.start.is_chess960() => tags.push(Tag::new("Variant", "Chess960")),
            _ => {}
        }
        let made = |name: &str| {
            matches!(name, "FEN" | "SetUp" | "Variant") || ROSTER.iter().any(|tag| tag.0 == name)
        };
        tags.extend(self.tags.iter().filter(|tag| !made(&tag.name)).cloned());
        tags
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

/// The games whose rules this crate knows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Variant {
    Standard,
    Chess960,
}

impl Variant {
    /// The variant of a `Variant` tag, as the large sites and programs write it.
    pub(super) fn read(name: &str) -> Option<Variant> {
        let letters = name.chars().filter(|letter| letter.is_alphanumeric());
        let name: String = letters.flat_map(char::to_lowercase).collect();
        match name.as_str() {
            "" | "standard" | "chess" | "normal" | "classical" | "fromposition" => Some(Variant::Standard),
            "chess960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" => Some(Variant::Chess960),
            _ => None,
        }
    }
}
