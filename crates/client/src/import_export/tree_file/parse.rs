use yipan_core::Step;
use yipan_games::{GameKind, GameResult};
use yipan_local_play::{DeclaredResult, LocalSetup, PlayerKind};
use yipan_pgn::{MAX_FAULTS, MAX_VARIATION_DEPTH};

use super::escape::unescape;
use super::tree_file_error::{TreeFileError, TreeFileErrorKind};
use super::{SIGNATURE, VERSION};
use crate::tree::game_tree::GameTree;
use crate::tree::tree_node::NodeId;

/// The longest part of a word that a message repeats.
const MAX_QUOTED: usize = 40;

/// A tree and the errors of its file.
#[derive(Clone, Debug)]
pub(crate) struct ParsedTree {
    /// The tree without the faulty lines, and without the rest of variations with an illegal step.
    pub(crate) tree: GameTree,
    /// The errors in the order of the file, at most [`MAX_FAULTS`] and the one that ended the tree.
    pub(crate) errors: Vec<TreeFileError>,
    /// The number of errors that are not listed.
    pub(crate) omitted_errors: usize,
    /// Whether the last error ended the tree.
    pub(crate) is_cut: bool,
}

/// Parses a tree file.
///
/// A step that cannot be read ends its variation or, in the main line, the tree. Any other line that cannot be read costs only
/// itself.
///
/// # Errors
/// Returns `TreeFileError` if the setup is invalid, so that there is no tree.
pub(crate) fn parse_tree(text: &str) -> Result<ParsedTree, TreeFileError> {
    let mut lines = text.lines().zip(1..).map(|(text, number)| Line::new(text, number));
    let mut lines = std::iter::from_fn(|| lines.find(|line| !line.keyword.is_empty()));
    let first = lines.next().unwrap_or_else(|| Line::new("", 1));
    let version = first.text.trim_start().strip_prefix(SIGNATURE).unwrap_or_default().trim();
    if version != VERSION {
        return Err(first.error_at(0, TreeFileErrorKind::UnknownVersion { text: quoted(version) }));
    }
    let Some(game) = lines.next().filter(|line| line.keyword == "game") else {
        return Err(first.error_at(0, TreeFileErrorKind::MissingGame));
    };
    let kind: GameKind = game
        .value
        .trim()
        .parse()
        .map_err(|_| game.value_error(TreeFileErrorKind::UnknownGame { text: quoted(game.value) }))?;
    let mut setup = Setup::new(kind, game);
    let first_of_body = loop {
        match lines.next() {
            Some(line) if setup.take(line)? => {}
            line => break line,
        }
    };
    let mut parser = Parser::new(setup.start()?);
    for line in first_of_body.into_iter().chain(lines) {
        if parser.read(line).is_err() {
            break;
        }
    }
    Ok(parser.finish())
}

/// A line, split into its keyword and the rest.
#[derive(Clone, Copy)]
struct Line<'t> {
    text: &'t str,
    number: usize,
    keyword: &'t str,
    value: &'t str,
}

impl<'t> Line<'t> {
    fn new(text: &'t str, number: usize) -> Line<'t> {
        let content = text.trim_start();
        let (keyword, value) = content.split_once(' ').unwrap_or((content, ""));
        Line { text, number, keyword, value }
    }

    /// Returns an error at a byte offset.
    fn error_at(&self, offset: usize, kind: TreeFileErrorKind) -> TreeFileError {
        let column = self.text[..offset].chars().count() + 1;
        TreeFileError { line: self.number, column, kind }
    }

    /// Returns an error at the keyword.
    fn keyword_error(&self, kind: TreeFileErrorKind) -> TreeFileError {
        self.error_at(self.text.len() - self.text.trim_start().len(), kind)
    }

    /// Returns an error at the value.
    fn value_error(&self, kind: TreeFileErrorKind) -> TreeFileError {
        self.error_at(self.value_offset(), kind)
    }

    fn value_offset(&self) -> usize {
        self.text.len() - self.value.len()
    }

    fn unescape(&self, part: &str, offset: usize) -> Result<String, TreeFileError> {
        unescape(part)
            .map_err(|at| self.error_at(self.value_offset() + offset + at, TreeFileErrorKind::InvalidEscape))
    }

    /// Returns the value without escapes.
    fn unescaped_value(&self) -> Result<String, TreeFileError> {
        self.unescape(self.value, 0)
    }
}

/// The lines before the tree.
struct Setup<'t> {
    setup: LocalSetup,
    tags: Vec<(String, String)>,
    game: Line<'t>,
    position: Option<Line<'t>>,
    /// The last rule or mode.
    option: Option<Line<'t>>,
}

impl<'t> Setup<'t> {
    fn new(kind: GameKind, game: Line<'t>) -> Setup<'t> {
        let setup = LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0);
        Setup { setup, tags: Vec::new(), game, position: None, option: None }
    }

    /// Takes a line of the setup. Returns whether it is one.
    fn take(&mut self, line: Line<'t>) -> Result<bool, TreeFileError> {
        match line.keyword {
            "game" => return Err(repeated(line)),
            "position" if self.position.is_some() => return Err(repeated(line)),
            "position" => {
                self.setup.position = Some(line.unescaped_value()?);
                self.position = Some(line);
            }
            "rule" => {
                self.setup.rules.push(line.unescaped_value()?);
                self.option = Some(line);
            }
            "mode" => {
                self.setup.modes.push(line.unescaped_value()?);
                self.option = Some(line);
            }
            "tag" => {
                let (name, value) = line.value.split_once(' ').unwrap_or((line.value, ""));
                let value = line.unescape(value, line.value.len() - value.len())?;
                self.tags.push((line.unescape(name, 0)?, value));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn start(self) -> Result<GameTree, TreeFileError> {
        let without_position = LocalSetup { position: None, ..self.setup.clone() };
        let mut tree = GameTree::before_chance(self.setup).map_err(|error| {
            // An option that fails without the position too is the cause.
            let is_option = GameTree::before_chance(without_position).is_err();
            let line = if is_option { self.option } else { self.position.or(self.option) };
            line.unwrap_or(self.game).value_error(TreeFileErrorKind::Setup(Box::new(error)))
        })?;
        tree.tags = self.tags;
        Ok(tree)
    }
}

/// A line of the tree that is being parsed.
struct OpenLine {
    /// The last step, or that before the line if it has none yet.
    last: NodeId,
    has_steps: bool,
    /// The comment before the next step, with its line.
    before: Option<(String, TreeFileError)>,
    /// The error of a line that is never closed.
    unterminated: Option<TreeFileError>,
}

struct Parser {
    tree: GameTree,
    line: OpenLine,
    enclosing: Vec<OpenLine>,
    /// The variations that were opened since an error and are skipped, including the one with the error.
    skipped: usize,
    /// Whether the skipped variation was open before the error, so that it ends with what is skipped.
    skips_open_variation: bool,
    errors: Vec<TreeFileError>,
    omitted_errors: usize,
    is_cut: bool,
    has_result: bool,
}

/// The end of a file that cannot be read further.
struct Stopped;

impl Parser {
    fn new(tree: GameTree) -> Parser {
        let line = OpenLine { last: tree.root(), has_steps: false, before: None, unterminated: None };
        Parser {
            tree,
            line,
            enclosing: Vec::new(),
            skipped: 0,
            skips_open_variation: false,
            errors: Vec::new(),
            omitted_errors: 0,
            is_cut: false,
            has_result: false,
        }
    }

    /// Reads a line, or skips it after an error.
    fn read(&mut self, line: Line<'_>) -> Result<(), Stopped> {
        if self.skipped > 0 {
            match line.keyword {
                "variation" => self.skipped += 1,
                "end" => self.skipped -= 1,
                _ => {}
            }
            if self.skipped == 0 && self.skips_open_variation {
                self.close_variation();
            }
            return Ok(());
        }
        let Err(error) = self.read_line(line) else { return Ok(()) };
        let is_step = matches!(line.keyword, "action" | "chance");
        if is_step && self.enclosing.is_empty() {
            // The steps after it have no position to be played in.
            self.is_cut = true;
            self.errors.push(error);
            return Err(Stopped);
        }
        if is_step || line.keyword == "variation" {
            (self.skipped, self.skips_open_variation) = (1, is_step);
        } else if line.keyword == "end" {
            self.close_variation();
        }
        if self.errors.len() < MAX_FAULTS {
            self.errors.push(error);
        } else {
            self.omitted_errors += 1;
        }
        Ok(())
    }

    fn read_line(&mut self, line: Line<'_>) -> Result<(), TreeFileError> {
        match line.keyword {
            "action" => self.add_step(line, &Step::Action(line.unescaped_value()?)),
            "chance" => self.add_step(line, &Step::Chance(line.unescaped_value()?)),
            "before" if self.line.before.is_some() => Err(repeated(line)),
            "before" => {
                let error = line.keyword_error(TreeFileErrorKind::MissingStep);
                self.line.before = Some((line.unescaped_value()?, error));
                Ok(())
            }
            // Those of the root come before the first step of the main line.
            "comment" | "glyphs" | "result" if !self.line.has_steps && !self.enclosing.is_empty() => {
                Err(line.keyword_error(TreeFileErrorKind::AnnotationBeforeStep))
            }
            "comment" | "glyphs" => self.annotate(line),
            "result" => self.set_result(line),
            "variation" => self.open_variation(line),
            "end" if self.enclosing.is_empty() => Err(line.keyword_error(TreeFileErrorKind::UnmatchedEnd)),
            "end" => match self.line.before.take() {
                Some((_, error)) => Err(error),
                None => {
                    self.close_variation();
                    Ok(())
                }
            },
            "game" | "position" | "rule" | "mode" | "tag" => {
                Err(line
                    .keyword_error(TreeFileErrorKind::SetupAfterMoves { keyword: line.keyword.to_owned() }))
            }
            word => Err(line.keyword_error(TreeFileErrorKind::UnknownKeyword { text: quoted(word) })),
        }
    }

    fn add_step(&mut self, line: Line<'_>, step: &Step<String, String>) -> Result<(), TreeFileError> {
        let id = self
            .tree
            .add_step(self.line.last, step)
            .map_err(|error| line.value_error(TreeFileErrorKind::IllegalStep(Box::new(error))))?;
        if let Some((before, _)) = self.line.before.take() {
            self.tree.annotate(id, before, String::new(), Vec::new());
        }
        self.line.last = id;
        self.line.has_steps = true;
        Ok(())
    }

    /// Adds a comment or glyphs to the last step.
    fn annotate(&mut self, line: Line<'_>) -> Result<(), TreeFileError> {
        let node = self.tree.node(self.line.last);
        let (before, mut comment, mut nags) =
            (node.comment_before().to_owned(), node.comment().to_owned(), node.nags().to_vec());
        if line.keyword == "comment" {
            if !comment.is_empty() {
                return Err(repeated(line));
            }
            comment = line.unescaped_value()?;
        } else {
            if !nags.is_empty() {
                return Err(repeated(line));
            }
            nags = parse_nags(line)?;
        }
        self.tree.annotate(self.line.last, before, comment, nags);
        Ok(())
    }

    fn set_result(&mut self, line: Line<'_>) -> Result<(), TreeFileError> {
        if self.has_result {
            return Err(repeated(line));
        }
        let value = line.value.trim();
        let (result, reason) = value.split_once(' ').unwrap_or((value, ""));
        let result = GameResult::parse(result).and_then(|result| DeclaredResult::from_tags(result, reason));
        if result.is_none() {
            return Err(line.value_error(TreeFileErrorKind::InvalidResult { text: quoted(value) }));
        }
        self.tree.set_result(self.line.last, result);
        self.has_result = true;
        Ok(())
    }

    fn open_variation(&mut self, line: Line<'_>) -> Result<(), TreeFileError> {
        let parent = self.tree.node(self.line.last).parent().filter(|_| self.line.has_steps);
        let Some(parent) = parent else {
            return Err(line.keyword_error(TreeFileErrorKind::VariationBeforeStep));
        };
        if let Some((_, error)) = self.line.before.take() {
            return Err(error);
        }
        if self.enclosing.len() == MAX_VARIATION_DEPTH {
            let kind = TreeFileErrorKind::NestedTooDeep { limit: MAX_VARIATION_DEPTH };
            return Err(line.keyword_error(kind));
        }
        let unterminated = Some(line.keyword_error(TreeFileErrorKind::UnterminatedVariation));
        let inner = OpenLine { last: parent, has_steps: false, before: None, unterminated };
        self.enclosing.push(std::mem::replace(&mut self.line, inner));
        Ok(())
    }

    fn close_variation(&mut self) {
        if let Some(outer) = self.enclosing.pop() {
            self.line = outer;
        }
    }

    fn finish(mut self) -> ParsedTree {
        if !self.is_cut {
            let unterminated = self.line.unterminated.take();
            self.is_cut = unterminated.is_some() || self.skipped > 0;
            let dangling = self.line.before.take().map(|(_, error)| error);
            self.errors.extend(unterminated.or(dangling));
        }
        self.tree.resolve_pending_chance();
        let Parser { tree, errors, omitted_errors, is_cut, .. } = self;
        ParsedTree { tree, errors, omitted_errors, is_cut }
    }
}

fn parse_nags(line: Line<'_>) -> Result<Vec<u8>, TreeFileError> {
    let (mut nags, mut offset) = (Vec::new(), line.value_offset());
    for word in line.value.trim_end().split(' ') {
        let invalid = |_| line.error_at(offset, TreeFileErrorKind::InvalidGlyph { text: quoted(word) });
        nags.push(word.parse().map_err(invalid)?);
        offset += word.len() + 1;
    }
    Ok(nags)
}

fn repeated(line: Line<'_>) -> TreeFileError {
    line.keyword_error(TreeFileErrorKind::Repeated { keyword: line.keyword.to_owned() })
}

/// Returns the beginning of a text, for a message.
fn quoted(text: &str) -> String {
    text.chars().take(MAX_QUOTED).collect()
}
