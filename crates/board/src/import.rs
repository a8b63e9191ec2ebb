//! Games from elsewhere: records, PGN, positions, bare moves, and the files of other programs.

use std::fmt;

use yipan_chess::pgn::{self as chess_pgn, GameResult};
use yipan_games::{AnyError, AnyGame, AnyLog, GameKind, LogError, Options};
use yipan_liuzichong::saved::{SavedError, SavedGame};
use yipan_rules::{Language, Step, Words};
use yipan_xiangqi::files::{self, dhtmlxq, encoding, xqf};

use crate::{Chair, Opening, Replay, Verdict};

/// The largest text that is read, in bytes.
pub const LARGEST_IMPORT: usize = 1 << 20;

/// Why something is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// There is nothing.
    Nothing,
    /// It is larger than any game.
    TooLarge,
    /// The record is wrong.
    Record(LogError),
    /// The game cannot begin so, or an action is refused.
    Game(AnyError),
    /// A step of the record is refused.
    Step {
        /// Which, counted from 1.
        number: usize,
        /// Why.
        error: AnyError,
    },
    /// What the record says was drawn cannot have been.
    Draws,
    /// The PGN of chess is wrong.
    Chess(Box<chess_pgn::PgnError>),
    /// The PGN of xiangqi is wrong.
    Xiangqi(Box<files::pgn::PgnError>),
    /// The DhtmlXQ text is wrong.
    DhtmlXq(dhtmlxq::DhtmlXqError),
    /// The XQF file is wrong.
    Xqf(xqf::XqfError),
    /// The saved game of liuzichong is wrong.
    Saved(SavedError),
}

impl Words for ImportError {
    fn words(&self, language: Language) -> String {
        match self {
            ImportError::Nothing => {
                language.pick("there is nothing to read", "没有可读的内容", "沒有可讀的內容").to_owned()
            }
            ImportError::TooLarge => language
                .pick("this is larger than any game", "内容太大，不是一局棋", "內容太大，不是一局棋")
                .to_owned(),
            ImportError::Record(error) => error.words(language),
            ImportError::Game(error) => error.words(language),
            ImportError::Step { number, error } => {
                let why = error.words(language);
                match language {
                    Language::English => format!("step {number} cannot be played: {why}"),
                    Language::Simplified => format!("第 {number} 步走不了：{why}"),
                    Language::Traditional => format!("第 {number} 步走不了：{why}"),
                }
            }
            ImportError::Draws => language
                .pick(
                    "what the record says was drawn cannot have been drawn",
                    "棋谱中的随机结果不可能出现",
                    "棋譜中的隨機結果不可能出現",
                )
                .to_owned(),
            ImportError::Chess(error) => error.words(language),
            ImportError::Xiangqi(error) => error.words(language),
            ImportError::DhtmlXq(error) => error.words(language),
            ImportError::Xqf(error) => error.words(language),
            ImportError::Saved(error) => error.words(language),
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}

impl std::error::Error for ImportError {}

/// Reads a game, whatever it is written as. What could be of several games is taken for one of `likely`.
///
/// # Errors
/// What is wrong with it.
pub fn import(bytes: &[u8], likely: GameKind) -> Result<Replay, ImportError> {
    if bytes.len() > LARGEST_IMPORT {
        return Err(ImportError::TooLarge);
    }
    if bytes.starts_with(b"XQ") {
        return from_xiangqi(&xqf::read(bytes).map_err(ImportError::Xqf)?);
    }
    let (text, _) = encoding::decode(bytes);
    let text = text.trim();
    if text.is_empty() {
        Err(ImportError::Nothing)
    } else if text.starts_with("yipan record") {
        import_record(text)
    } else if text.contains("[DhtmlXQ") {
        from_xiangqi(&dhtmlxq::read(text).map_err(ImportError::DhtmlXq)?)
    } else if text.starts_with('{') {
        let saved: SavedGame = text.parse().map_err(ImportError::Saved)?;
        start(GameKind::Liuzichong, Some(saved.position.to_string()))
    } else if text.starts_with('[') {
        let is_xiangqi = text.contains("Chinese Chess") || text.contains("[Red ");
        written(text, if is_xiangqi { GameKind::Xiangqi } else { GameKind::Chess })
    } else {
        bare(text, likely)
    }
}

/// Reads one of our records.
///
/// # Errors
/// What is wrong with it.
pub fn import_record(text: &str) -> Result<Replay, ImportError> {
    let log = AnyLog::read(text).map_err(ImportError::Record)?;
    let Options { position, rules, modes } = log.options();
    let usual = AnyGame::start(log.kind(), &Options::default()).map_err(ImportError::Game)?.position();
    let steps = log.steps();
    let draw = |step: &Step<String, String>| match step {
        Step::Draw(draw) => Some(draw.clone()),
        Step::Act(_) => None,
    };
    let draws: Vec<String> = steps.iter().filter_map(draw).collect();
    let position = position.filter(|position| *position != usual);
    let opening = Opening { position, rules, modes, draws, ..table(log.kind()) };
    let mut replay = Replay::start(opening).map_err(ImportError::Game)?;
    for (step, number) in steps.iter().zip(1..) {
        if let Step::Act(act) = step {
            replay.act(act).map_err(|error| ImportError::Step { number, error })?;
        }
    }
    let result = log.tag("Result").and_then(GameResult::read).unwrap_or_default();
    let verdict = Verdict::read(result, log.tag("Termination").unwrap_or_default());
    let is_kept = replay.draws().starts_with(&replay.opening().draws);
    if is_kept { Ok(replay.judged(verdict)) } else { Err(ImportError::Draws) }
}

/// A position, or moves without a word about them: first as the game that is likely, then as any.
fn bare(text: &str, likely: GameKind) -> Result<Replay, ImportError> {
    let others = GameKind::ALL.into_iter().filter(|kind| *kind != likely);
    let kinds: Vec<GameKind> = std::iter::once(likely).chain(others).collect();
    let positions = kinds.iter().find_map(|kind| start(*kind, Some(text.to_owned())).ok());
    if let Some(replay) = positions {
        return Ok(replay);
    }
    // Ranks are parted by strokes: this was meant to be a position, so that is what must be mended.
    if text.lines().count() == 1 && text.matches('/').count() >= 3 {
        return start(likely, Some(text.to_owned()));
    }
    let first = written(text, likely);
    if first.as_ref().is_ok_and(|replay| !replay.is_empty()) {
        return first;
    }
    let other =
        kinds[1..].iter().filter_map(|kind| written(text, *kind).ok()).find(|replay| !replay.is_empty());
    match (other, first) {
        (Some(replay), _) => Ok(replay),
        (None, Ok(_)) => Err(ImportError::Nothing),
        (None, Err(error)) => Err(error),
    }
}

/// Moves as people write them, with or without tags and numbers.
fn written(text: &str, kind: GameKind) -> Result<Replay, ImportError> {
    match kind {
        GameKind::Chess => {
            let game = chess_pgn::games(text.as_bytes()).next().ok_or(ImportError::Nothing)?;
            let game = game.map_err(|error| ImportError::Chess(Box::new(error)))?;
            let usual = yipan_chess::Position::start().to_string();
            let position = Some(game.start.to_string()).filter(|position| *position != usual);
            // A null move shows a threat and is no move of a game.
            let acts =
                game.main_line().map_while(|(position, node)| Some(position.uci(node.mv?).to_string()));
            let verdict = Verdict::read(game.result, game.tag("Termination").unwrap_or_default());
            Ok(line(GameKind::Chess, position, acts)?.judged(verdict))
        }
        GameKind::Xiangqi => {
            let game = files::pgn::games(text.as_bytes()).next().ok_or(ImportError::Nothing)?;
            from_xiangqi(&game.map_err(|error| ImportError::Xiangqi(Box::new(error)))?)
        }
        GameKind::Liuzichong => {
            let is_number = |word: &&str| word.ends_with('.');
            let acts = text.split_whitespace().filter(|word| !is_number(word)).map(str::to_owned);
            line(GameKind::Liuzichong, None, acts)
        }
    }
}

fn from_xiangqi(game: &files::Game) -> Result<Replay, ImportError> {
    let usual = yipan_xiangqi::Position::start().to_string();
    let position = Some(game.start.to_string()).filter(|position| *position != usual);
    let verdict = Verdict::read(game.result, game.tag("Termination").unwrap_or_default());
    let acts = game.main_line().map(|(_, node)| node.mv.to_string());
    Ok(line(GameKind::Xiangqi, position, acts)?.judged(verdict))
}

fn line(
    kind: GameKind,
    position: Option<String>,
    acts: impl Iterator<Item = String>,
) -> Result<Replay, ImportError> {
    let mut replay = start(kind, position)?;
    for (act, number) in acts.zip(1..) {
        // Games go on after a rule has ended them; what was played until then is the game.
        if replay.game(replay.len()).outcome().is_some() {
            break;
        }
        replay.act(&act).map_err(|error| ImportError::Step { number, error })?;
    }
    Ok(replay)
}

fn start(kind: GameKind, position: Option<String>) -> Result<Replay, ImportError> {
    Replay::start(Opening { position, ..table(kind) }).map_err(ImportError::Game)
}

fn table(kind: GameKind) -> Opening {
    Opening::usual(kind, [Chair::Person; 2], 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acts(text: &str, likely: GameKind) -> (GameKind, Vec<String>) {
        let replay = import(text.as_bytes(), likely).unwrap_or_else(|error| panic!("{text}: {error}"));
        (replay.grid().kind(), replay.acts(replay.len()))
    }

    #[test]
    fn moves_are_read_in_every_notation() {
        let chess = (GameKind::Chess, vec!["e2e4".to_owned(), "e7e5".to_owned(), "g1f3".to_owned()]);
        assert_eq!(acts("1. e4 e5 2. Nf3", GameKind::Chess), chess);
        assert_eq!(acts("[White \"A\"]\n\n1. e4 e5 2. Nf3 *", GameKind::Liuzichong), chess);
        let xiangqi = (GameKind::Xiangqi, vec!["h2e2".to_owned(), "h9g7".to_owned()]);
        assert_eq!(acts("1. 炮二平五 马8进7", GameKind::Chess), xiangqi);
        assert_eq!(acts("C2=5 h8+7", GameKind::Xiangqi), xiangqi);
        let liuzichong = (GameKind::Liuzichong, vec!["a2b2".to_owned(), "a3b3".to_owned()]);
        assert_eq!(acts("1. a2b2 a3b3", GameKind::Liuzichong), liuzichong);
    }

    #[test]
    fn positions_are_told_apart() {
        for (position, kind) in [
            ("8/P6k/8/8/8/8/8/K7 w - - 0 1", GameKind::Chess),
            ("3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1", GameKind::Xiangqi),
            ("wb2/4/b3/3b b", GameKind::Liuzichong),
        ] {
            let replay = import(position.as_bytes(), GameKind::Chess).expect("a position");
            assert_eq!((replay.grid().kind(), replay.game(0).position().as_str()), (kind, position));
        }
        let error = import(b"8/P6k/8/8/8/8/8/8 w - - 0 1", GameKind::Chess).expect_err("no king");
        assert!(matches!(error, ImportError::Game(_)), "{error}");
    }

    #[test]
    fn a_refused_move_is_named_and_what_is_nothing_or_too_much_is_told() {
        let error = import(b"1. e4 e4", GameKind::Chess).expect_err("blocked");
        assert!(error.words(Language::Simplified).chars().any(|sign| sign as u32 > 0x2E80), "{error}");
        assert_eq!(import(b" \n", GameKind::Chess).err(), Some(ImportError::Nothing));
        let huge = vec![b'x'; LARGEST_IMPORT + 1];
        assert_eq!(import(&huge, GameKind::Chess).err(), Some(ImportError::TooLarge));
    }
}
