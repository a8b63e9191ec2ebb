//! The parser: builds one game from its complete text.

use alloc::vec::Vec;

use crate::lexer::{Lexer, SyntaxError, Token, excerpt, first_word, unexpected_token_error};
use crate::{Game, GameResult, MAX_FAULTS, MoveNode, PgnErrorKind, PgnPosition, Variation};

/// The maximum nesting depth of variations.
pub const MAX_VARIATION_DEPTH: usize = 64;

/// The result of parsing a text.
pub(crate) struct ParsedGame<S: PgnPosition> {
    /// The game up to the error, if any.
    pub(crate) game: Game<S>,
    /// Whether the result was read, so that the game is complete whatever follows.
    pub(crate) has_result: bool,
    /// The error that stopped the parser.
    pub(crate) error: Option<SyntaxError<S>>,
    /// The errors after which the parser continued, at most [`MAX_FAULTS`].
    pub(crate) faults: Vec<SyntaxError<S>>,
    /// The number of such errors beyond the limit.
    pub(crate) omitted_faults: usize,
}

/// Parses one game; `None` if the text is only white space.
pub(crate) fn parse_game<S: PgnPosition>(text: &str) -> Option<ParsedGame<S>> {
    let mut parser = Parser::new(text);
    let error = parser.parse_tokens().err();
    let ended = parser.result.is_some();
    let (faults, omitted_faults) = (core::mem::take(&mut parser.faults), parser.omitted_faults);
    let game = parser.into_game();
    let has_errors = error.is_some() || !faults.is_empty();
    let nothing = game.tags.is_empty() && game.main_line.is_empty() && !ended && !has_errors;
    (!nothing).then_some(ParsedGame { game, has_result: ended, error, faults, omitted_faults })
}

struct Parser<'t, S: PgnPosition> {
    text: &'t str,
    tokens: Lexer<'t, S>,
    game: Game<S>,
    /// The byte offsets of the tag values.
    tag_value_offsets: Vec<usize>,
    /// Whether the tags are complete and the starting position is known.
    tags_finished: bool,
    result: Option<GameResult>,
    /// The variations around the current one.
    enclosing: Vec<OpenVariation<S>>,
    frame: OpenVariation<S>,
    faults: Vec<SyntaxError<S>>,
    omitted_faults: usize,
}

/// A variation that is being parsed.
struct OpenVariation<S: PgnPosition> {
    line: Variation<S::Ply>,
    /// The positions before and after the last move.
    position_before: S,
    position: S,
    /// Glyphs before the first move, which some programs write there; they belong to it.
    nags: Vec<u8>,
    /// The byte offset where the variation was opened.
    offset: usize,
}

impl<S: PgnPosition> OpenVariation<S> {
    fn new(start: S, at: usize) -> OpenVariation<S> {
        OpenVariation {
            line: Variation::new(),
            position_before: start,
            position: start,
            nags: Vec::new(),
            offset: at,
        }
    }
}

impl<'t, S: PgnPosition> Parser<'t, S> {
    fn new(text: &'t str) -> Parser<'t, S> {
        let start = S::start_position();
        Parser {
            text,
            tokens: Lexer::new(text),
            game: Game::new(start),
            tag_value_offsets: Vec::new(),
            tags_finished: false,
            result: None,
            enclosing: Vec::new(),
            frame: OpenVariation::new(start, 0),
            faults: Vec::new(),
            omitted_faults: 0,
        }
    }

    fn parse_tokens(&mut self) -> Result<(), SyntaxError<S>> {
        loop {
            let consumed = match self.tokens.next_token() {
                Ok(None) => break,
                Ok(Some((at, token))) => self.consume_token(at, token),
                Err(error) => Err(error),
            };
            if let Err(error) = consumed {
                self.recover(error)?;
            }
        }
        self.finish_tags()?;
        match self.enclosing.is_empty() {
            true => Ok(()),
            false => {
                Err(SyntaxError { offset: self.frame.offset, kind: PgnErrorKind::UnterminatedVariation })
            }
        }
    }

    /// Skips the text of an error, so that parsing can continue. An error after which it cannot is returned.
    fn recover(&mut self, error: SyntaxError<S>) -> Result<(), SyntaxError<S>> {
        if self.result.is_some() || !self.skip_fault(&error) {
            // The main line cannot continue without the move that could not be read.
            if self.enclosing.is_empty() || !self.tokens.skip_to_variation_end(error.offset) {
                return Err(error);
            }
            self.close_variation().map_err(|kind| SyntaxError { offset: self.frame.offset, kind })?;
        }
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(error);
        } else {
            self.omitted_faults += 1;
        }
        Ok(())
    }

    /// Skips the text of an error that leaves the position known. Returns whether it is such an error.
    fn skip_fault(&mut self, error: &SyntaxError<S>) -> bool {
        match &error.kind {
            PgnErrorKind::UnmatchedParenthesis => {}
            PgnErrorKind::VariationBeforeMove => return self.tokens.skip_variation(error.offset),
            // Without its starting position a game cannot be read.
            PgnErrorKind::MissingTagQuote { name } | PgnErrorKind::UnterminatedTag { name }
                if S::START_TAGS.contains(&name.as_str()) =>
            {
                return false;
            }
            kind if kind.is_in_tag() => self.tokens.skip_faulty_token(error),
            PgnErrorKind::InvalidNag { .. }
            | PgnErrorKind::ControlCharacter { .. }
            | PgnErrorKind::Unexpected { .. } => self.tokens.skip_faulty_token(error),
            _ => return false,
        }
        true
    }

    fn consume_token(&mut self, at: usize, token: Token<'t>) -> Result<(), SyntaxError<S>> {
        match token {
            Token::Comment(text) => {
                self.append_comment(text);
                return Ok(());
            }
            _ if self.result.is_some() => {
                return Err(SyntaxError {
                    offset: at,
                    kind: PgnErrorKind::TextAfterResult { text: excerpt(&self.text[at..]) },
                });
            }
            Token::Tag { tag, value_offset: value_at } if !self.tags_finished => {
                self.game.tags.push(tag);
                self.tag_value_offsets.push(value_at);
                return Ok(());
            }
            _ => self.finish_tags()?,
        }
        self.consume_movetext(at, &token).map_err(|kind| SyntaxError { offset: at, kind })
    }

    fn consume_movetext(&mut self, at: usize, token: &Token<'t>) -> Result<(), PgnErrorKind<S>> {
        match *token {
            Token::Move(text) => {
                let ply = self.frame.position.parse_move(text)?;
                self.push_move(ply);
                Ok(())
            }
            Token::NullMove => {
                let ply = self.frame.position.parse_null_move(first_word(&self.text[at..]))?;
                self.push_move(ply);
                Ok(())
            }
            Token::Nag(nag) => {
                match self.frame.line.nodes.last_mut() {
                    Some(node) => node.nags.push(nag),
                    None => self.frame.nags.push(nag),
                }
                Ok(())
            }
            Token::VariationStart => self.open_variation(at),
            Token::VariationEnd => self.close_variation(),
            // A variation may end with a result, which is not that of the game.
            Token::Result(result) => {
                self.result = self.enclosing.is_empty().then_some(result);
                Ok(())
            }
            Token::Suffix(_) if !self.frame.line.nodes.is_empty() => Ok(()),
            Token::MoveNumber | Token::Comment(_) => Ok(()),
            Token::Suffix(_) | Token::Tag { .. } => Err(unexpected_token_error(&self.text[at..])),
        }
    }

    /// Ends the tag section and determines the starting position.
    fn finish_tags(&mut self) -> Result<(), SyntaxError<S>> {
        if self.tags_finished {
            return Ok(());
        }
        self.tags_finished = true;
        let start = S::from_tags(&self.game.tags).map_err(|(tag, kind)| {
            // Report the error at the value of the tag, not at the end of the tags.
            SyntaxError { offset: self.tag_value_offsets.get(tag).copied().unwrap_or_default(), kind }
        })?;
        self.game.start = start;
        self.frame.position_before = start;
        self.frame.position = start;
        Ok(())
    }

    fn push_move(&mut self, ply: S::Ply) {
        let mut node = MoveNode::from(ply);
        node.nags = core::mem::take(&mut self.frame.nags);
        self.frame.line.nodes.push(node);
        self.frame.position_before = self.frame.position;
        self.frame.position = self.frame.position_before.after_move(ply);
    }

    fn append_comment(&mut self, text: &str) {
        let comment = match self.frame.line.nodes.last_mut() {
            Some(node) => &mut node.comment,
            None => &mut self.frame.line.comment,
        };
        if !comment.is_empty() && !text.is_empty() {
            comment.push(' ');
        }
        if text.contains('\r') {
            // None is left, so that a comment that is written and read again stays the same.
            comment.push_str(&text.replace("\r\n", "\n").replace('\r', "\n"));
        } else {
            comment.push_str(text);
        }
    }

    fn open_variation(&mut self, at: usize) -> Result<(), PgnErrorKind<S>> {
        if self.frame.line.nodes.is_empty() {
            return Err(PgnErrorKind::VariationBeforeMove);
        }
        if self.enclosing.len() == MAX_VARIATION_DEPTH {
            return Err(PgnErrorKind::NestedTooDeep { limit: MAX_VARIATION_DEPTH });
        }
        let inner = OpenVariation::new(self.frame.position_before, at);
        self.enclosing.push(core::mem::replace(&mut self.frame, inner));
        Ok(())
    }

    fn close_variation(&mut self) -> Result<(), PgnErrorKind<S>> {
        let outer = self.enclosing.pop().ok_or(PgnErrorKind::UnmatchedParenthesis)?;
        let inner = core::mem::replace(&mut self.frame, outer);
        if let Some(node) = self.frame.line.nodes.last_mut().filter(|_| !inner.line.is_empty()) {
            node.variations.push(inner.line);
        }
        Ok(())
    }

    /// Builds the game, closing every variation that is still open.
    fn into_game(mut self) -> Game<S> {
        while self.close_variation().is_ok() {}
        self.game.main_line = self.frame.line;
        let tag = self.game.tag("Result").and_then(|text| S::parse_result(text.trim())).unwrap_or_default();
        self.game.result = match tag {
            GameResult::Unknown => self.result.unwrap_or_default(),
            decided => decided,
        };
        self.game
    }
}
