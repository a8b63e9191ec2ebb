//! Exports of a replay.

use yipan_core::Language;
use yipan_games::{AnyGame, AnyRecord, GameKind, Notation, PgnHeader};
use yipan_liuzichong::sixzc::SixzcFile;

use crate::local::replay::Replay;
use crate::text::messages::import_export;

/// A file or text format of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Yipan's own record, which is complete.
    Record,
    /// The position after a step.
    Position,
    /// Portable Game Notation.
    Pgn,
    /// Moves in the notation of the World Xiangqi Federation.
    Wxf,
    /// Moves in Chinese notation.
    Chinese,
    /// The position after a step, as a file of the original program of liuzichong.
    Sixzc,
}

impl ExportFormat {
    /// All formats.
    pub const ALL: [ExportFormat; 6] = [
        ExportFormat::Record,
        ExportFormat::Position,
        ExportFormat::Pgn,
        ExportFormat::Wxf,
        ExportFormat::Chinese,
        ExportFormat::Sixzc,
    ];

    /// Returns the file extension.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            ExportFormat::Record => "yipan",
            ExportFormat::Position => "fen",
            ExportFormat::Pgn => "pgn",
            ExportFormat::Wxf | ExportFormat::Chinese => "txt",
            ExportFormat::Sixzc => "6zc",
        }
    }

    /// Returns the name of the format.
    #[must_use]
    pub const fn name(self, language: Language) -> &'static str {
        match self {
            ExportFormat::Record => import_export::RECORD.localize(language),
            ExportFormat::Position => "FEN",
            ExportFormat::Pgn => "PGN",
            ExportFormat::Wxf => "WXF",
            ExportFormat::Chinese => import_export::CHINESE_MOVES.localize(language),
            ExportFormat::Sixzc => ".6zc",
        }
    }
}

/// Exports a replay; `None` if the format does not fit the game.
#[must_use]
pub fn export(
    replay: &Replay,
    step_index: usize,
    format: ExportFormat,
    language: Language,
) -> Option<String> {
    let game = replay.game_at(step_index);
    match (format, game) {
        (ExportFormat::Record, _) => {
            let setup = replay.setup();
            let mut log = AnyRecord::new(setup.kind(), &setup.options()).ok()?;
            replay.steps().try_for_each(|step| log.push(step)).ok()?;
            if let Some(reason) = termination(replay) {
                log.add_tag("Result", &replay.result().to_string());
                log.add_tag("Termination", &reason);
            }
            Some(log.to_string())
        }
        (ExportFormat::Position, _) => Some(game.position()),
        (ExportFormat::Pgn, AnyGame::Chess(_) | AnyGame::Xiangqi(_)) if !game.has_modes() => {
            to_pgn(replay, language)
        }
        (ExportFormat::Wxf, AnyGame::Xiangqi(_)) => Some(numbered_moves(replay, Notation::Wxf)),
        (ExportFormat::Chinese, AnyGame::Xiangqi(_)) => {
            let is_traditional = language == Language::Traditional;
            Some(numbered_moves(
                replay,
                if is_traditional { Notation::ChineseTraditional } else { Notation::Chinese },
            ))
        }
        (ExportFormat::Sixzc, AnyGame::Liuzichong(game)) => {
            let position = *game.position();
            Some(SixzcFile { position, human: position.side_to_move() }.to_string())
        }
        _ => None,
    }
}

/// Returns the key of the reason for the end; `None` if the game is unfinished or the reason is unknown.
fn termination(replay: &Replay) -> Option<String> {
    let by_rules = replay.game_at(replay.len()).outcome().map(|outcome| outcome.reason.to_string());
    let by_players =
        || replay.declared_result().and_then(|result| result.reason).map(|reason| reason.to_string());
    by_rules.or_else(by_players)
}

fn to_pgn(replay: &Replay, language: Language) -> Option<String> {
    let start = replay.game_at(0);
    let notation = match (start, language) {
        (AnyGame::Xiangqi(_), Language::English) => Some(Notation::Wxf),
        (AnyGame::Xiangqi(_), Language::Simplified) => Some(Notation::Chinese),
        (AnyGame::Xiangqi(_), Language::Traditional) => Some(Notation::ChineseTraditional),
        (AnyGame::Chess(_) | AnyGame::Liuzichong(_), _) => None,
    };
    let mut header = PgnHeader { result: replay.result(), notation, ..PgnHeader::default() };
    if let Some(reason) = termination(replay) {
        header.add_tag("Termination", reason);
    }
    start.to_pgn(replay.actions_before(replay.len()).iter().map(String::as_str), &header)
}

/// Writes the moves with their numbers, two a line.
fn numbered_moves(replay: &Replay, notation: Notation) -> String {
    let mut text = String::new();
    for (index, action) in replay.actions_before(replay.len()).iter().enumerate() {
        // Without chance every step is a move.
        let notation = replay.game_at(index).translate(action, notation).unwrap_or_else(|_| action.clone());
        if index % 2 == 0 {
            text += &format!("{}. {notation}", index / 2 + 1);
        } else {
            text += &format!(" {notation}\n");
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Returns the formats that fit a game.
#[must_use]
pub fn export_formats(kind: GameKind, has_modes: bool) -> Vec<ExportFormat> {
    let fits = |format: &ExportFormat| match format {
        ExportFormat::Record | ExportFormat::Position => true,
        ExportFormat::Pgn => kind == GameKind::Xiangqi || kind == GameKind::Chess && !has_modes,
        ExportFormat::Wxf | ExportFormat::Chinese => kind == GameKind::Xiangqi,
        ExportFormat::Sixzc => kind == GameKind::Liuzichong,
    };
    ExportFormat::ALL.into_iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use yipan_core::{EndReason, Side};
    use yipan_local_play::{DeclaredResult, LocalSetup, PlayerKind};

    use super::*;
    use crate::import_export::import::import;
    use crate::import_export::share::{from_share_query, to_share_query};

    fn play_line(kind: GameKind, modes: &[&str], action_count: usize) -> Replay {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let setup = LocalSetup { modes, ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 8) };
        let mut replay = Replay::start(setup).expect("a game");
        for _ in 0..action_count {
            let actions = replay.game_at(replay.len()).actions();
            let Some(action) = actions.get(actions.len() / 3) else { break };
            replay.push_action(action).expect("offered");
        }
        replay
    }

    #[test]
    fn a_declared_result_survives_every_format_that_has_one() {
        let timeout = DeclaredResult { winner: Some(Side::Second), reason: Some(EndReason::Timeout) };
        for result in [timeout, DeclaredResult::resignation(Side::First), DeclaredResult::agreement()] {
            for (kind, modes) in [
                (GameKind::Chess, &[][..]),
                (GameKind::Chess, &["dice-a"]),
                (GameKind::Xiangqi, &[]),
                (GameKind::Liuzichong, &[]),
            ] {
                let replay = play_line(kind, modes, 6).with_result(Some(result.clone()));
                for format in [ExportFormat::Record, ExportFormat::Pgn] {
                    let Some(text) = export(&replay, 6, format, Language::English) else { continue };
                    let again =
                        import(text.as_bytes(), kind).unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(again.declared_result(), Some(&result), "{text}");
                    assert_eq!(again.result(), result.result());
                }
                let shared = from_share_query(kind, &to_share_query(&replay)).expect("a shared replay");
                assert_eq!(shared.declared_result(), Some(&result));
            }
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let games: [(GameKind, &[&str]); 5] = [
            (GameKind::Chess, &[]),
            (GameKind::Chess, &["dice-a", "portals", "fog"]),
            (GameKind::Chess, &["gravity", "mines"]),
            (GameKind::Xiangqi, &[]),
            (GameKind::Liuzichong, &[]),
        ];
        for (kind, modes) in games {
            let replay = play_line(kind, modes, 24);
            let end = replay.len();
            for format in export_formats(kind, !modes.is_empty()) {
                for language in Language::ALL {
                    let text = export(&replay, end, format, language).expect("offered");
                    let again =
                        import(text.as_bytes(), kind).unwrap_or_else(|error| panic!("{text}: {error}"));
                    match format {
                        // With modes a position is not the whole state.
                        ExportFormat::Position | ExportFormat::Sixzc if modes.is_empty() => {
                            assert_eq!(again.game_at(0).position(), replay.game_at(end).position());
                        }
                        ExportFormat::Position | ExportFormat::Sixzc => {}
                        _ => assert_eq!(
                            again.actions_before(again.len()),
                            replay.actions_before(end),
                            "{kind} {format:?} {text}"
                        ),
                    }
                    if format == ExportFormat::Record {
                        assert_eq!(again.chance_outcomes(), replay.chance_outcomes());
                    }
                }
            }
        }
    }

    #[test]
    fn no_format_is_listed_that_cannot_be_exported() {
        let replay = play_line(GameKind::Chess, &["mines"], 4);
        for format in ExportFormat::ALL {
            let is_listed = export_formats(GameKind::Chess, true).contains(&format);
            assert_eq!(export(&replay, 2, format, Language::English).is_some(), is_listed, "{format:?}");
        }
    }
}
