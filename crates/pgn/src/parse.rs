//! One game, from its whole text.

use crate::token::{Fault, Token, Tokens, first_word, shown, unexpected};
use crate::{Game, GameResult, Line, Node, Notated, PgnErrorKind};

/// How deep variations may be nested.
pub const MAX_DEPTH: usize = 64;

/// What a text gave.
pub(crate) struct Parsed<S: Notated> {
    /// The game, as far as it could be read.
    pub(crate) game: Game<S>,
    /// The result stands behind its moves, so the game is whole whatever follows it.
    pub(crate) ended: bool,
    /// What stopped the reading.
    pub(crate) fault: Option<Fault<S>>,
}

/// Reads one game; none if there is nothing but blanks.
pub(crate) fn parse<S: Notated>(text: &str) -> Option<Parsed<S>> {
    let mut parser = Parser::new(text);
    let fault = parser.read().err();
    let ended = parser.ended.is_some();
    let game = parser.into_game();
    let nothing = game.tags.is_empty() && game.line.is_empty() && !ended && fault.is_none();
    (!nothing).then_some(Parsed { game, ended, fault })
}

struct Parser<'t, S: Notated> {
    text: &'t str,
    tokens: Tokens<'t, S>,
    game: Game<S>,
    /// Where the values of the tags stand.
    values_at: Vec<usize>,
    /// The tags are over and the start is known.
    begun: bool,
    ended: Option<GameResult>,
    /// The variations around the one that is read.
    outer: Vec<Frame<S>>,
    frame: Frame<S>,
}

/// A line that is being read.
struct Frame<S: Notated> {
    line: Line<S::Ply>,
    /// The positions before and after the last move.
    before: S,
    now: S,
    /// Glyphs before the first move, which some programs put there; they belong to it.
    nags: Vec<u8>,
    /// Where the line was opened.
    at: usize,
}

impl<S: Notated> Frame<S> {
    fn new(start: S, at: usize) -> Frame<S> {
        Frame { line: Line::new(), before: start, now: start, nags: Vec::new(), at }
    }
}

impl<'t, S: Notated> Parser<'t, S> {
    fn new(text: &'t str) -> Parser<'t, S> {
        let start = S::usual();
        Parser {
            text,
            tokens: Tokens::new(text),
            game: Game::new(start),
            values_at: Vec::new(),
            begun: false,
            ended: None,
            outer: Vec::new(),
            frame: Frame::new(start, 0),
        }
    }

    fn read(&mut self) -> Result<(), Fault<S>> {
        while let Some((at, token)) = self.tokens.next_token()? {
            self.take(at, token)?;
        }
        self.begin()?;
        match self.outer.is_empty() {
            true => Ok(()),
            false => Err(Fault { at: self.frame.at, kind: PgnErrorKind::VariationOpen }),
        }
    }

    fn take(&mut self, at: usize, token: Token<'t>) -> Result<(), Fault<S>> {
        match token {
            Token::Comment(text) => {
                self.comment(text);
                return Ok(());
            }
            _ if self.ended.is_some() => {
                return Err(Fault { at, kind: PgnErrorKind::AfterResult { text: shown(&self.text[at..]) } });
            }
            Token::Tag { tag, value_at } if !self.begun => {
                self.game.tags.push(tag);
                self.values_at.push(value_at);
                return Ok(());
            }
            _ => self.begin()?,
        }
        self.take_move(at, &token).map_err(|kind| Fault { at, kind })
    }

    fn take_move(&mut self, at: usize, token: &Token<'t>) -> Result<(), PgnErrorKind<S>> {
        match *token {
            Token::Move(text) => {
                let ply = self.frame.now.read_ply(text)?;
                self.push(ply);
                Ok(())
            }
            Token::Null => {
                let ply = self.frame.now.read_null(first_word(&self.text[at..]))?;
                self.push(ply);
                Ok(())
            }
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
            Token::Suffix(_) if !self.frame.line.nodes.is_empty() => Ok(()),
            Token::Number | Token::Comment(_) => Ok(()),
            Token::Suffix(_) | Token::Tag { .. } => Err(unexpected(&self.text[at..])),
        }
    }

    /// Leaves the tags behind: they tell where the game starts.
    fn begin(&mut self) -> Result<(), Fault<S>> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        let start = S::from_tags(&self.game.tags).map_err(|(tag, kind)| {
            // What a tag says is wrong where it says so, not where that was found out.
            Fault { at: self.values_at.get(tag).copied().unwrap_or_default(), kind }
        })?;
        self.game.start = start;
        self.frame.before = start;
        self.frame.now = start;
        Ok(())
    }

    fn push(&mut self, ply: S::Ply) {
        let mut node = Node::from(ply);
        node.nags = std::mem::take(&mut self.frame.nags);
        self.frame.line.nodes.push(node);
        self.frame.before = self.frame.now;
        self.frame.now = self.frame.before.played(ply);
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

    fn open(&mut self, at: usize) -> Result<(), PgnErrorKind<S>> {
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

    fn close(&mut self) -> Result<(), PgnErrorKind<S>> {
        let outer = self.outer.pop().ok_or(PgnErrorKind::VariationClosed)?;
        let inner = std::mem::replace(&mut self.frame, outer);
        if let Some(node) = self.frame.line.nodes.last_mut().filter(|_| !inner.line.is_empty()) {
            node.variations.push(inner.line);
        }
        Ok(())
    }

    /// Puts together what was read, with every variation that is still open.
    fn into_game(mut self) -> Game<S> {
        while self.close().is_ok() {}
        self.game.line = self.frame.line;
        let tag = self.game.tag("Result").and_then(|text| S::read_result(text.trim())).unwrap_or_default();
        self.game.result = match tag {
            GameResult::Open => self.ended.unwrap_or_default(),
            decided => decided,
        };
        self.game
    }
}
