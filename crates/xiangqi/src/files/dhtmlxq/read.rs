use alloc::{
    borrow::ToOwned,
    boxed::Box,
    collections::BTreeMap,
    string::{String, ToString},
    vec::Vec,
};

use yipan_pgn::{MAX_GAME_BYTES, MAX_VARIATION_DEPTH, Tag};

use super::error::DhtmlXqError;
use super::format::{TAG_NAMES, parse_point};
use crate::files::game::{Game, MoveNode, Variation};
use crate::files::piece_order::piece_by_index;
use crate::files::result::read_result;
use crate::{Move, Position, RED, Setup};

/// Reads the first game of a text. Text around the tags, such as the rest of a forum page, is ignored.
///
/// The first move determines the side to move. A comment on a missing move is attached to the end of its line.
/// Unsupported tags are ignored.
///
/// ```
/// use yipan_xiangqi::files::dhtmlxq;
///
/// let game = dhtmlxq::read("[DhtmlXQ_red]甲[/DhtmlXQ_red][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]")?;
/// assert_eq!(game.tag("Red"), Some("甲"));
/// assert_eq!(game.main_line.nodes[1].mv.to_string(), "h9g7");
/// # Ok::<(), yipan_xiangqi::files::dhtmlxq::DhtmlXqError>(())
/// ```
///
/// # Errors
/// Returns [`DhtmlXqError`] if a tag is malformed, the position is not playable or a move is illegal.
pub fn read(text: &str) -> Result<Game, DhtmlXqError> {
    if text.len() > MAX_GAME_BYTES {
        return Err(DhtmlXqError::TooLong { limit: MAX_GAME_BYTES });
    }
    let mut variations = ParsedVariations::default();
    let mut tags = BTreeMap::new();
    // A page may have several games.
    let mut rest = text.split("[/DhtmlXQ]").next().unwrap_or_default();
    while let Some((name, value, after)) = next_tag(rest)? {
        rest = after;
        if name == "movelist" {
            variations.branches.insert(0, Branch { tag: name, start: 1, moves: read_moves(name, value)? });
        } else if let Some(numbers) = name.strip_prefix("move_") {
            variations.add_branch(name, numbers, value)?;
        } else if let Some(numbers) = name.strip_prefix("comment") {
            let (line, ply) = numbers.split_once('_').unwrap_or(("0", numbers));
            if let (Ok(line), Ok(ply)) = (line.parse(), ply.parse::<usize>()) {
                variations.comments.insert((line, ply), value.trim().replace("||", "\n"));
            }
        } else {
            tags.insert(name, value.trim());
        }
    }
    if variations.branches.is_empty() && !tags.contains_key("binit") && !tags.contains_key("fen") {
        return Err(DhtmlXqError::NoGame);
    }
    let mut game = Game::new(start(&tags, variations.branches.get(&0))?);
    for (name, pgn_name) in TAG_NAMES {
        if let Some(value) = tags.get(name).filter(|value| !value.is_empty()) {
            game.tags.push(Tag::new(pgn_name, value));
        }
    }
    game.result = tags.get("result").and_then(|text| read_result(text)).unwrap_or_default();
    game.main_line = variations.build(0, game.start, 0)?;
    game.main_line.comment = variations.comments.remove(&(0, 0)).unwrap_or_default();
    match variations.branches.pop_first() {
        Some((_, dangling)) => Err(DhtmlXqError::DanglingVariation { tag: dangling.tag.to_owned() }),
        None => Ok(game),
    }
}

/// Returns the next tag, its value and the remaining text. The enclosing tag itself has no value.
fn next_tag(text: &str) -> Result<Option<(&str, &str, &str)>, DhtmlXqError> {
    const PREFIX: &str = "[DhtmlXQ_";
    let Some(at) = text.find(PREFIX) else { return Ok(None) };
    let rest = &text[at + PREFIX.len()..];
    let end =
        rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    let unclosed = || DhtmlXqError::UnclosedTag { tag: name.chars().take(32).collect() };
    let value = rest.strip_prefix(']').ok_or_else(unclosed)?;
    // Some pages close a tag with a shorter name, so any closing tag is accepted.
    let end = value.find("[/DhtmlXQ").ok_or_else(unclosed)?;
    Ok(Some((name, &value[..end], &value[end + 1..])))
}

/// Returns the position before the first move.
fn start(tags: &BTreeMap<&str, &str>, main: Option<&Branch<'_>>) -> Result<Position, DhtmlXqError> {
    if let Some(fen) = tags.get("fen").filter(|fen| !fen.is_empty()) {
        return fen.parse().map_err(DhtmlXqError::Fen);
    }
    let mut setup = Setup::start();
    if let Some(digits) = tags.get("binit").filter(|digits| !digits.is_empty()) {
        let invalid_digits = || DhtmlXqError::InvalidDigits { tag: "binit".to_owned() };
        let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
        if pairs.len() != 32 || !rest.is_empty() {
            return Err(invalid_digits());
        }
        setup.board = [None; 90];
        for (&pair, index) in pairs.iter().zip(0..) {
            if pair != *b"99" {
                setup.board[parse_point(pair).ok_or_else(invalid_digits)?.index()] =
                    Some(piece_by_index(index));
            }
        }
    }
    let first = main.and_then(|main| setup.board[main.moves.first()?.from().index()]);
    setup.side_to_move = first.map_or(RED, |piece| piece.color);
    setup.try_into().map_err(DhtmlXqError::Position)
}

fn read_moves(tag: &str, value: &str) -> Result<Vec<Move>, DhtmlXqError> {
    let invalid_digits = || DhtmlXqError::InvalidDigits { tag: tag.to_owned() };
    let digits: Vec<u8> = value.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let (moves, rest) = digits.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(invalid_digits());
    }
    let read = |&[a, b, c, d]: &[u8; 4]| Some(Move::new(parse_point([a, b])?, parse_point([c, d])?));
    moves.iter().map(|digits| read(digits).ok_or_else(invalid_digits)).collect()
}

/// The lines of a game before they are assembled into a tree.
#[derive(Default)]
struct ParsedVariations<'t> {
    /// The lines by number.
    branches: BTreeMap<u32, Branch<'t>>,
    /// The lines that branch from a line at a ply.
    children: BTreeMap<(u32, usize), Vec<u32>>,
    /// The comments by line and ply.
    comments: BTreeMap<(u32, usize), String>,
}

struct Branch<'t> {
    tag: &'t str,
    /// The ply of its first move, counted from the start of the game.
    start: usize,
    moves: Vec<Move>,
}

impl<'t> ParsedVariations<'t> {
    fn add_branch(&mut self, tag: &'t str, numbers: &str, value: &str) -> Result<(), DhtmlXqError> {
        let mut numbers = numbers.split('_').map(str::parse::<u32>);
        let (Some(Ok(parent)), Some(Ok(ply)), Some(Ok(number)), None) =
            (numbers.next(), numbers.next(), numbers.next(), numbers.next())
        else {
            return Err(DhtmlXqError::InvalidDigits { tag: tag.chars().take(32).collect() });
        };
        let start = ply as usize;
        let branch = Branch { tag, start, moves: read_moves(tag, value)? };
        if start == 0 || number == 0 || self.branches.insert(number, branch).is_some() {
            return Err(DhtmlXqError::DanglingVariation { tag: tag.to_owned() });
        }
        self.children.entry((parent, start)).or_default().push(number);
        Ok(())
    }

    /// Assembles a line and its variations, removing them from the parsed ones.
    fn build(&mut self, number: u32, start: Position, depth: usize) -> Result<Variation, DhtmlXqError> {
        let mut line = Variation::default();
        let Some(branch) = self.branches.remove(&number) else { return Ok(line) };
        if depth > MAX_VARIATION_DEPTH {
            return Err(DhtmlXqError::TooDeep { limit: MAX_VARIATION_DEPTH });
        }
        let mut position = start;
        for (ply, &mv) in (branch.start..).zip(&branch.moves) {
            position.resolve(mv).map_err(|reason| {
                let (tag, text) = (branch.tag.to_owned(), mv.to_string());
                DhtmlXqError::IllegalMove { tag, ply, text, reason: Box::new(reason) }
            })?;
            let mut node = MoveNode::from(mv);
            node.comment = self.comments.remove(&(number, ply)).unwrap_or_default();
            for child in self.children.remove(&(number, ply)).unwrap_or_default() {
                let variation = self.build(child, position, depth + 1)?;
                if !variation.is_empty() {
                    node.variations.push(variation);
                }
            }
            line.nodes.push(node);
            position = position.after(mv);
        }
        let remaining: Vec<(u32, usize)> =
            self.comments.range((number, 1)..=(number, usize::MAX)).map(|(&key, _)| key).collect();
        for key in remaining {
            let comment = self.comments.remove(&key).unwrap_or_default();
            let last = line.nodes.last_mut().map_or(&mut line.comment, |node| &mut node.comment);
            if !last.is_empty() {
                last.push('\n');
            }
            last.push_str(&comment);
        }
        Ok(line)
    }
}
