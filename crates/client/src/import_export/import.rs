//! Imports of records, PGN, positions, plain moves and files of other programs.

use std::fmt;

use yipan_chess::pgn::{self as chess_pgn, GameResult};
use yipan_core::{Language, Localize, Step};
use yipan_games::{AnyGame, AnyGameError, AnyRecord, GameKind, GameOptions, ReadRecordError};
use yipan_liuzichong::sixzc::{ParseSixzcError, SixzcFile};
use yipan_local_play::{DeclaredResult, LocalSetup, PlayerKind};
use yipan_xiangqi::files::{self, dhtmlxq, encoding, xqf};

use crate::local::replay::Replay;

/// The size limit of an import.
pub const MAX_IMPORT_BYTES: usize = 1 << 20;

/// The error of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// The text is empty.
    Empty,
    /// The text exceeds [`MAX_IMPORT_BYTES`].
    TooLarge,
    /// The record is malformed.
    Record(ReadRecordError),
    /// The setup is invalid.
    Game(AnyGameError),
    /// A step is illegal.
    Step {
        /// The number of the step, counted from 1.
        number: usize,
        /// The error of the rules.
        error: AnyGameError,
    },
    /// A recorded chance outcome is impossible.
    ImpossibleChance,
    /// The PGN of chess is malformed.
    Chess(Box<chess_pgn::PgnError>),
    /// The PGN of xiangqi is malformed.
    Xiangqi(Box<files::pgn::PgnError>),
    /// The DhtmlXQ text is malformed.
    DhtmlXq(dhtmlxq::DhtmlXqError),
    /// The XQF file is malformed.
    Xqf(xqf::XqfError),
    /// The `.6zc` file of liuzichong is malformed.
    Sixzc(ParseSixzcError),
}

impl Localize for ImportError {
    fn localize(&self, language: Language) -> String {
        match self {
            ImportError::Empty => language
                .choose(
                    "the text is empty; paste a game or open a file",
                    "内容为空，请粘贴棋谱或打开文件",
                    "內容為空，請貼上棋譜或開啟檔案",
                )
                .to_owned(),
            ImportError::TooLarge => language
                .choose(
                    "the text is too large to be a game; the limit is 1 MiB",
                    "内容太大，不是一局棋；上限为 1 MiB",
                    "內容太大，不是一局棋；上限為 1 MiB",
                )
                .to_owned(),
            ImportError::Record(error) => error.localize(language),
            ImportError::Game(error) => error.localize(language),
            ImportError::Step { number, error } => {
                let reason = error.localize(language);
                match language {
                    Language::English => format!("step {number} is illegal: {reason}"),
                    Language::Simplified => format!("第 {number} 步不合规则：{reason}"),
                    Language::Traditional => format!("第 {number} 步不合規則：{reason}"),
                }
            }
            ImportError::ImpossibleChance => language
                .choose(
                    "a chance outcome in the record is impossible",
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

/// Imports a game in any known format. If the text fits several games, `preferred_kind` is chosen.
///
/// # Errors
/// Returns `ImportError` if the input is too large, empty or malformed, or contains an illegal move.
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

/// Imports a Yipan record.
///
/// # Errors
/// Returns `ImportError` if the record is malformed or contains an illegal step.
pub fn import_record(text: &str) -> Result<Replay, ImportError> {
    let record = AnyRecord::parse(text).map_err(ImportError::Record)?;
    let GameOptions { position, rules, modes } = record.options();
    let standard =
        AnyGame::start(record.kind(), &GameOptions::default()).map_err(ImportError::Game)?.position();
    let steps = record.steps();
    let outcome = |step: &Step<String, String>| match step {
        Step::Chance(outcome) => Some(outcome.clone()),
        Step::Action(_) => None,
    };
    let outcomes: Vec<String> = steps.iter().filter_map(outcome).collect();
    let position = position.filter(|position| *position != standard);
    let setup =
        LocalSetup { position, rules, modes, chance_outcomes: outcomes, ..default_setup(record.kind()) };
    let mut replay = Replay::start(setup).map_err(ImportError::Game)?;
    for (step, number) in steps.iter().zip(1..) {
        if let Step::Action(action) = step {
            replay.push_action(action).map_err(|error| ImportError::Step { number, error })?;
        }
    }
    let result = record.tag("Result").and_then(GameResult::parse).unwrap_or_default();
    let result = DeclaredResult::from_tags(result, record.tag("Termination").unwrap_or_default());
    let matches_record = replay.chance_outcomes().starts_with(&replay.setup().chance_outcomes);
    if matches_record { Ok(replay.with_result(result)) } else { Err(ImportError::ImpossibleChance) }
}

/// Imports a position or moves without tags: first as the preferred game, then as any other.
fn import_untagged(text: &str, preferred_kind: GameKind) -> Result<Replay, ImportError> {
    let others = GameKind::ALL.into_iter().filter(|kind| *kind != preferred_kind);
    let kinds: Vec<GameKind> = std::iter::once(preferred_kind).chain(others).collect();
    let positions = kinds.iter().find_map(|kind| start_replay(*kind, Some(text.to_owned())).ok());
    if let Some(replay) = positions {
        return Ok(replay);
    }
    // A single line with several slashes was meant as a position, so the error of the position is returned.
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

/// Imports moves in any notation, with or without tags and numbers.
fn import_moves(text: &str, kind: GameKind) -> Result<Replay, ImportError> {
    match kind {
        GameKind::Chess => {
            let game = chess_pgn::games(text.as_bytes()).next().ok_or(ImportError::Empty)?;
            let game = game.map_err(|error| ImportError::Chess(Box::new(error)))?;
            let standard = yipan_chess::Position::start().to_string();
            let position = Some(game.start.to_string()).filter(|position| *position != standard);
            // PGN uses null moves to show threats; they are not moves of the game.
            let actions = game.moves().map_while(|(position, node)| Some(position.uci(node.mv?).to_string()));
            let result = DeclaredResult::from_tags(game.result, game.tag("Termination").unwrap_or_default());
            Ok(replay_moves(GameKind::Chess, position, actions)?.with_result(result))
        }
        GameKind::Xiangqi => {
            let game = files::pgn::games(text.as_bytes()).next().ok_or(ImportError::Empty)?;
            from_xiangqi(&game.map_err(|error| ImportError::Xiangqi(Box::new(error)))?)
        }
        GameKind::Liuzichong => {
            let is_number = |word: &&str| word.ends_with('.');
            let actions = text.split_whitespace().filter(|word| !is_number(word)).map(str::to_owned);
            replay_moves(GameKind::Liuzichong, None, actions)
        }
    }
}

fn from_xiangqi(game: &files::Game) -> Result<Replay, ImportError> {
    let standard = yipan_xiangqi::Position::start().to_string();
    let position = Some(game.start.to_string()).filter(|position| *position != standard);
    let result = DeclaredResult::from_tags(game.result, game.tag("Termination").unwrap_or_default());
    let actions = game.moves().map(|(_, node)| node.mv.to_string());
    Ok(replay_moves(GameKind::Xiangqi, position, actions)?.with_result(result))
}

fn replay_moves(
    kind: GameKind,
    position: Option<String>,
    actions: impl Iterator<Item = String>,
) -> Result<Replay, ImportError> {
    let mut replay = start_replay(kind, position)?;
    for (action, number) in actions.zip(1..) {
        // Recorded games can continue after the rules have ended them; the rest is dropped.
        if replay.game_at(replay.len()).outcome().is_some() {
            break;
        }
        replay.push_action(&action).map_err(|error| ImportError::Step { number, error })?;
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
        assert!(
            error.localize(Language::Simplified).chars().any(|character| character as u32 > 0x2E80),
            "{error}"
        );
        assert_eq!(import(b" \n", GameKind::Chess).err(), Some(ImportError::Empty));
        let huge = vec![b'x'; MAX_IMPORT_BYTES + 1];
        assert_eq!(import(&huge, GameKind::Chess).err(), Some(ImportError::TooLarge));
    }
}
