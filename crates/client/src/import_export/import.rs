//! Games from elsewhere: records, PGN, positions, bare moves, and the files of other programs.

use std::fmt;

use yipan_chess::pgn::{self as chess_pgn, GameResult};
use yipan_core::{Language, Localize, Step};
use yipan_games::{AnyGame, AnyGameError, AnyRecord, GameKind, GameOptions, ReadRecordError};
use yipan_liuzichong::sixzc::{ParseSixzcError, SixzcFile};
use yipan_xiangqi::files::{self, dhtmlxq, encoding, xqf};

use crate::local::declared_result::DeclaredResult;
use crate::local::replay::Replay;
use crate::local::setup::{LocalSetup, PlayerKind};

/// The largest text that is read, in bytes.
pub const MAX_IMPORT_BYTES: usize = 1 << 20;

/// Why something is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// There is nothing.
    Empty,
    /// It is larger than any game.
    TooLarge,
    /// The record is wrong.
    Record(ReadRecordError),
    /// The game cannot begin so, or an action is refused.
    Game(AnyGameError),
    /// A step of the record is refused.
    Step {
        /// Which, counted from 1.
        number: usize,
        /// Why.
        error: AnyGameError,
    },
    /// What the record says was drawn cannot have been.
    ImpossibleChance,
    /// The PGN of chess is wrong.
    Chess(Box<chess_pgn::PgnError>),
    /// The PGN of xiangqi is wrong.
    Xiangqi(Box<files::pgn::PgnError>),
    /// The DhtmlXQ text is wrong.
    DhtmlXq(dhtmlxq::DhtmlXqError),
    /// The XQF file is wrong.
    Xqf(xqf::XqfError),
    /// The saved game of liuzichong is wrong.
    Sixzc(ParseSixzcError),
}

impl Localize for ImportError {
    fn localize(&self, language: Language) -> String {
        match self {
            ImportError::Empty => {
                language.choose("there is nothing to read", "没有可读的内容", "沒有可讀的內容").to_owned()
            }
            ImportError::TooLarge => language
                .choose("this is larger than any game", "内容太大，不是一局棋", "內容太大，不是一局棋")
                .to_owned(),
            ImportError::Record(error) => error.localize(language),
            ImportError::Game(error) => error.localize(language),
            ImportError::Step { number, error } => {
                let why = error.localize(language);
                match language {
                    Language::English => format!("step {number} cannot be played: {why}"),
                    Language::Simplified => format!("第 {number} 步走不了：{why}"),
                    Language::Traditional => format!("第 {number} 步走不了：{why}"),
                }
            }
            ImportError::ImpossibleChance => language
                .choose(
                    "what the record says was drawn cannot have been drawn",
                    "棋谱中的随机结果不可能出现",
                    "棋譜中的隨機結果不可能出現",
                )
                .to_owned(),
            ImportError::Chess(error) => error.localize(language),
            ImportError::Xiangqi(error) => error.localize(language),
            ImportError::DhtmlXq(error) => error.localize(language),
            ImportError::Xqf(error) => error.localize(language),
            ImportError::Sixzc(error) => error.localize(language),
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl std::error::Error for ImportError {}

/// Reads a game, whatever it is written as. What could be of several games is taken for one of `likely`.
///
/// # Errors
/// What is wrong with it.
pub fn import(bytes: &[u8], preferred_kind: GameKind) -> Result<Replay, ImportError> {
    if bytes.len() > MAX_IMPORT_BYTES {
        return Err(ImportError::TooLarge);
    }
    if bytes.starts_with(b"XQ") {
        return from_xiangqi(&xqf::read(bytes).map_err(ImportError::Xqf)?);
    }
    let (text, _) = encoding::decode(bytes);
    let text = text.trim();
    if text.is_empty() {
        Err(ImportError::Empty)
    } else if text.starts_with("yipan record") {
        import_record(text)
    } else if text.contains("[DhtmlXQ") {
        from_xiangqi(&dhtmlxq::read(text).map_err(ImportError::DhtmlXq)?)
    } else if text.starts_with('{') {
        let saved: SixzcFile = text.parse().map_err(ImportError::Sixzc)?;
        start_replay(GameKind::Liuzichong, Some(saved.position.to_string()))
    } else if text.starts_with('[') {
        let is_xiangqi = text.contains("Chinese Chess") || text.contains("[Red ");
        import_moves(text, if is_xiangqi { GameKind::Xiangqi } else { GameKind::Chess })
    } else {
        import_untagged(text, preferred_kind)
    }
}

/// Reads one of our records.
///
/// # Errors
/// What is wrong with it.
pub fn import_record(text: &str) -> Result<Replay, ImportError> {
    let record = AnyRecord::parse(text).map_err(ImportError::Record)?;
    let GameOptions { position, rules, modes } = record.options();
    let usual = AnyGame::start(record.kind(), &GameOptions::default()).map_err(ImportError::Game)?.position();
    let steps = record.steps();
    let draw = |step: &Step<String, String>| match step {
        Step::Chance(draw) => Some(draw.clone()),
        Step::Action(_) => None,
    };
    let draws: Vec<String> = steps.iter().filter_map(draw).collect();
    let position = position.filter(|position| *position != usual);
    let opening =
        LocalSetup { position, rules, modes, chance_outcomes: draws, ..default_setup(record.kind()) };
    let mut replay = Replay::start(opening).map_err(ImportError::Game)?;
    for (step, number) in steps.iter().zip(1..) {
        if let Step::Action(act) = step {
            replay.push_action(act).map_err(|error| ImportError::Step { number, error })?;
        }
    }
    let result = record.tag("Result").and_then(GameResult::parse).unwrap_or_default();
    let verdict = DeclaredResult::from_tags(result, record.tag("Termination").unwrap_or_default());
    let matches_record = replay.chance_outcomes().starts_with(&replay.setup().chance_outcomes);
    if matches_record { Ok(replay.with_result(verdict)) } else { Err(ImportError::ImpossibleChance) }
}

/// A position, or moves without a word about them: first as the game that is likely, then as any.
fn import_untagged(text: &str, preferred_kind: GameKind) -> Result<Replay, ImportError> {
    let others = GameKind::ALL.into_iter().filter(|kind| *kind != preferred_kind);
    let kinds: Vec<GameKind> = std::iter::once(preferred_kind).chain(others).collect();
    let positions = kinds.iter().find_map(|kind| start_replay(*kind, Some(text.to_owned())).ok());
    if let Some(replay) = positions {
        return Ok(replay);
    }
    // Ranks are parted by strokes: this was meant to be a position, so that is what must be mended.
    if text.lines().count() == 1 && text.matches('/').count() >= 3 {
        return start_replay(preferred_kind, Some(text.to_owned()));
    }
    let first = import_moves(text, preferred_kind);
    if first.as_ref().is_ok_and(|replay| !replay.is_empty()) {
        return first;
    }
    let other =
        kinds[1..].iter().filter_map(|kind| import_moves(text, *kind).ok()).find(|replay| !replay.is_empty());
    match (other, first) {
        (Some(replay), _) => Ok(replay),
        (None, Ok(_)) => Err(ImportError::Empty),
        (None, Err(error)) => Err(error),
    }
}

/// Moves as people write them, with or without tags and numbers.
fn import_moves(text: &str, kind: GameKind) -> Result<Replay, ImportError> {
    match kind {
        GameKind::Chess => {
            let game = chess_pgn::games(text.as_bytes()).next().ok_or(ImportError::Empty)?;
            let game = game.map_err(|error| ImportError::Chess(Box::new(error)))?;
            let usual = yipan_chess::Position::start().to_string();
            let position = Some(game.start.to_string()).filter(|position| *position != usual);
            // A null move shows a threat and is no move of a game.
            let acts = game.moves().map_while(|(position, node)| Some(position.uci(node.mv?).to_string()));
            let verdict = DeclaredResult::from_tags(game.result, game.tag("Termination").unwrap_or_default());
            Ok(replay_moves(GameKind::Chess, position, acts)?.with_result(verdict))
        }
        GameKind::Xiangqi => {
            let game = files::pgn::games(text.as_bytes()).next().ok_or(ImportError::Empty)?;
            from_xiangqi(&game.map_err(|error| ImportError::Xiangqi(Box::new(error)))?)
        }
        GameKind::Liuzichong => {
            let is_number = |word: &&str| word.ends_with('.');
            let acts = text.split_whitespace().filter(|word| !is_number(word)).map(str::to_owned);
            replay_moves(GameKind::Liuzichong, None, acts)
        }
    }
}

fn from_xiangqi(game: &files::Game) -> Result<Replay, ImportError> {
    let usual = yipan_xiangqi::Position::start().to_string();
    let position = Some(game.start.to_string()).filter(|position| *position != usual);
    let verdict = DeclaredResult::from_tags(game.result, game.tag("Termination").unwrap_or_default());
    let acts = game.moves().map(|(_, node)| node.mv.to_string());
    Ok(replay_moves(GameKind::Xiangqi, position, acts)?.with_result(verdict))
}

fn replay_moves(
    kind: GameKind,
    position: Option<String>,
    acts: impl Iterator<Item = String>,
) -> Result<Replay, ImportError> {
    let mut replay = start_replay(kind, position)?;
    for (act, number) in acts.zip(1..) {
        // Games go on after a rule has ended them; what was played until then is the game.
        if replay.game_at(replay.len()).outcome().is_some() {
            break;
        }
        replay.push_action(&act).map_err(|error| ImportError::Step { number, error })?;
    }
    Ok(replay)
}

fn start_replay(kind: GameKind, position: Option<String>) -> Result<Replay, ImportError> {
    Replay::start(LocalSetup { position, ..default_setup(kind) }).map_err(ImportError::Game)
}

fn default_setup(kind: GameKind) -> LocalSetup {
    LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imported_actions(text: &str, preferred_kind: GameKind) -> (GameKind, Vec<String>) {
        let replay =
            import(text.as_bytes(), preferred_kind).unwrap_or_else(|error| panic!("{text}: {error}"));
        (replay.grid().kind(), replay.actions_before(replay.len()))
    }

    #[test]
    fn moves_are_read_in_every_notation() {
        let chess = (GameKind::Chess, vec!["e2e4".to_owned(), "e7e5".to_owned(), "g1f3".to_owned()]);
        assert_eq!(imported_actions("1. e4 e5 2. Nf3", GameKind::Chess), chess);
        assert_eq!(imported_actions("[White \"A\"]\n\n1. e4 e5 2. Nf3 *", GameKind::Liuzichong), chess);
        let xiangqi = (GameKind::Xiangqi, vec!["h2e2".to_owned(), "h9g7".to_owned()]);
        assert_eq!(imported_actions("1. 炮二平五 马8进7", GameKind::Chess), xiangqi);
        assert_eq!(imported_actions("C2=5 h8+7", GameKind::Xiangqi), xiangqi);
        let liuzichong = (GameKind::Liuzichong, vec!["a2b2".to_owned(), "a3b3".to_owned()]);
        assert_eq!(imported_actions("1. a2b2 a3b3", GameKind::Liuzichong), liuzichong);
    }

    #[test]
    fn positions_of_the_games_are_recognized() {
        for (position, kind) in [
            ("8/P6k/8/8/8/8/8/K7 w - - 0 1", GameKind::Chess),
            ("3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1", GameKind::Xiangqi),
            ("wb2/4/b3/3b b", GameKind::Liuzichong),
        ] {
            let replay = import(position.as_bytes(), GameKind::Chess).expect("a position");
            assert_eq!((replay.grid().kind(), replay.game_at(0).position().as_str()), (kind, position));
        }
        let error = import(b"8/P6k/8/8/8/8/8/8 w - - 0 1", GameKind::Chess).expect_err("no king");
        assert!(matches!(error, ImportError::Game(_)), "{error}");
    }

    #[test]
    fn an_illegal_move_an_empty_text_and_a_huge_text_are_rejected() {
        let error = import(b"1. e4 e4", GameKind::Chess).expect_err("blocked");
        assert!(error.localize(Language::Simplified).chars().any(|sign| sign as u32 > 0x2E80), "{error}");
        assert_eq!(import(b" \n", GameKind::Chess).err(), Some(ImportError::Empty));
        let huge = vec![b'x'; MAX_IMPORT_BYTES + 1];
        assert_eq!(import(&huge, GameKind::Chess).err(), Some(ImportError::TooLarge));
    }
}
