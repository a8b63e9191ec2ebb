//! One game, from its whole text.

use super::PgnErrorKind;
use super::token::{Fault, Token, Tokens, clip, shown, unexpected};
use crate::Position;
use crate::files::{Game, GameResult, Line, MAX_DEPTH, Node};

/// What a text gave.
pub(super) struct Parsed {
    /// The game, as far as it could be read.
    pub(super) game: Game,
    /// The result stands behind its moves, so the game is whole whatever follows it.
    pub(super) ended: bool,
    /// What stopped the reading.
    pub(super) fault: Option<Fault>,
}

/// Reads one game; none if there is nothing but blanks.
pub(super) fn parse(text: &str) -> Option<Parsed> {
    let mut parser = Parser::new(text);
    let fault = parser.read().err();
    let ended = parser.ended.is_some();
    let game = parser.into_game();
    let nothing = game.tags.is_empty() && game.line.is_empty() && !ended && fault.is_none();
    (!nothing).then_some(Parsed { game, ended, fault })
}

struct Parser<'t> {
    text: &'t str,
    tokens: Tokens<'t>,
    game: Game,
    /// Where the values of the tags that tell the start and the game stand.
    fen_at: usize,
    name_at: usize,
    /// The tags are over and the start is known.
    begun: bool,
    ended: Option<GameResult>,
    /// The variations around the one that is read.
    outer: Vec<Frame>,
    frame: Frame,
}

/// A line that is being read.
struct Frame {
    line: Line,
    /// The positions before and after the last move.
    before: Position,
    now: Position,
    /// Glyphs before the first move, which some programs put there; they belong to it.
    nags: Vec<u8>,
    /// Where the line was opened.
    at: usize,
}

impl Frame {
    fn new(start: Position, at: usize) -> Frame {
        Frame { line: Line::default(), before: start, now: start, nags: Vec::new(), at }
    }
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Parser<'t> {
        let start = Position::start();
        Parser {
            text,
            tokens: Tokens::new(text),
            game: Game::new(start),
            fen_at: 0,
            name_at: 0,
            begun: false,
            ended: None,
            outer: Vec::new(),
            frame: Frame::new(start, 0),
        }
    }

    fn read(&mut self) -> Result<(), Fault> {
        while let Some((at, token)) = self.tokens.next()? {
            self.take(at, token).map_err(|kind| self.fault(at, kind))?;
        }
        self.begin().map_err(|kind| self.fault(self.text.len(), kind))?;
        match self.outer.is_empty() {
            true => Ok(()),
            false => Err(self.fault(self.frame.at, PgnErrorKind::VariationOpen)),
        }
    }

    fn fault(&self, at: usize, kind: PgnErrorKind) -> Fault {
        let at = match kind {
            // What a tag says is wrong where it says so, not where that was found out.
            PgnErrorKind::Fen(_) => self.fen_at,
            PgnErrorKind::OtherGame { .. } => self.name_at,
            _ => at,
        };
        Fault { at, kind }
    }

    fn take(&mut self, at: usize, token: Token<'t>) -> Result<(), PgnErrorKind> {
        match token {
            Token::Comment(text) => {
                self.comment(text);
                return Ok(());
            }
            _ if self.ended.is_some() => {
                return Err(PgnErrorKind::AfterResult { text: shown(&self.text[at..]) });
            }
            Token::Tag { tag, value_at } if !self.begun => {
                match tag.name.as_str() {
                    "FEN" => self.fen_at = value_at,
                    "Game" | "Variant" => self.name_at = value_at,
                    _ => {}
                }
                self.game.tags.push(tag);
                return Ok(());
            }
            _ => self.begin()?,
        }
        match token {
            Token::Move(text) => self.play(text),
            Token::Nag(nag) => {
                match self.frame.line.nodes.last_mut() {
                    Some(node) => node.nags.push(nag),
                    None => self.frame.nags.push(nag),
                }
                Ok(())
            }
            Token::Open => self.open(at),
            Token::Close => self.close(),
            // A variation may say how it would have ended; that is nobody's result.
            Token::Result(result) => {
                self.ended = self.outer.is_empty().then_some(result);
                Ok(())
            }
            Token::Number | Token::Comment(_) => Ok(()),
            Token::Tag { .. } => Err(unexpected(&self.text[at..])),
        }
    }

    /// Leaves the tags behind: they tell where the game starts.
    fn begin(&mut self) -> Result<(), PgnErrorKind> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        for tag in &self.game.tags {
            if matches!(tag.name.as_str(), "Game" | "Variant") && !is_xiangqi(&tag.value) {
                return Err(PgnErrorKind::OtherGame { name: clip(&tag.value).to_owned() });
            }
        }
        if let Some(fen) = self.game.tag("FEN").map(str::trim).filter(|fen| !fen.is_empty()) {
            self.game.start = fen.parse().map_err(|error| PgnErrorKind::Fen(Box::new(error)))?;
        }
        self.frame.before = self.game.start;
        self.frame.now = self.game.start;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), PgnErrorKind> {
        let now = self.frame.now;
        let mv = now.read_any(text).map_err(|error| PgnErrorKind::Move(Box::new(error)))?;
        let mut node = Node::from(mv);
        node.nags = std::mem::take(&mut self.frame.nags);
        self.frame.line.nodes.push(node);
        self.frame.before = now;
        self.frame.now = now.after(mv);
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let comment = match self.frame.line.nodes.last_mut() {
            Some(node) => &mut node.comment,
            None => &mut self.frame.line.comment,
        };
        if !comment.is_empty() && !text.is_empty() {
            comment.push(' ');
        }
        if text.contains('\r') {
            comment.push_str(&text.replace("\r\n", "\n"));
        } else {
            comment.push_str(text);
        }
    }

    fn open(&mut self, at: usize) -> Result<(), PgnErrorKind> {
        if self.frame.line.nodes.is_empty() {
            return Err(PgnErrorKind::VariationEarly);
        }
        if self.outer.len() == MAX_DEPTH {
            return Err(PgnErrorKind::TooDeep { limit: MAX_DEPTH });
        }
        let inner = Frame::new(self.frame.before, at);
        self.outer.push(std::mem::replace(&mut self.frame, inner));
        Ok(())
    }

    fn close(&mut self) -> Result<(), PgnErrorKind> {
        let outer = self.outer.pop().ok_or(PgnErrorKind::VariationClosed)?;
        let inner = std::mem::replace(&mut self.frame, outer);
        if let Some(node) = self.frame.line.nodes.last_mut().filter(|_| !inner.line.is_empty()) {
            node.variations.push(inner.line);
        }
        Ok(())
    }

    /// Puts together what was read, with every variation that is still open.
    fn into_game(mut self) -> Game {
        while self.close().is_ok() {}
        self.game.line = self.frame.line;
        let tag = self.game.tag("Result").and_then(|text| GameResult::read(text.trim())).unwrap_or_default();
        self.game.result = match tag {
            GameResult::Open => self.ended.unwrap_or_default(),
            decided => decided,
        };
        self.game
    }
}

/// Whether a `Game` or `Variant` tag means xiangqi, by any of its names.
fn is_xiangqi(name: &str) -> bool {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    let name: String = letters.flat_map(char::to_lowercase).collect();
    let ours = ["chinesechess", "xiangqi", "cchess", "elephantchess"];
    let chinese = name.contains("象棋") && !name.contains("国际") && !name.contains("國際");
    name.is_empty() || chinese || ours.iter().any(|known| name.contains(known))
}
