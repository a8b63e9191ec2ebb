//! A line of play as other programs and people read it.

use yipan_chess::pgn as chess_pgn;
use yipan_core::Language;
use yipan_games::{AnyGame, AnyRecord, GameKind, Notation};
use yipan_liuzichong::sixzc::SixzcFile;
use yipan_xiangqi::files;
use yipan_xiangqi::notation::Notation as Written;

use crate::local::replay::Replay;

/// What a line can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Our own record: everything.
    Record,
    /// The position at a place.
    Position,
    /// Portable game notation.
    Pgn,
    /// Moves in the letters of the federation of xiangqi.
    Wxf,
    /// Moves in Chinese.
    Chinese,
    /// The position at a place as a file of the original program of liuzichong.
    Sixzc,
}

impl ExportFormat {
    /// Every form there is.
    pub const ALL: [ExportFormat; 6] = [
        ExportFormat::Record,
        ExportFormat::Position,
        ExportFormat::Pgn,
        ExportFormat::Wxf,
        ExportFormat::Chinese,
        ExportFormat::Sixzc,
    ];

    /// How the names of such files end.
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

    /// What it is called; the same in every language but for Chinese itself.
    #[must_use]
    pub const fn name(self, language: Language) -> &'static str {
        match self {
            ExportFormat::Record => language.choose("Record", "棋谱", "棋譜"),
            ExportFormat::Position => "FEN",
            ExportFormat::Pgn => "PGN",
            ExportFormat::Wxf => "WXF",
            ExportFormat::Chinese => language.choose("Chinese", "中文着法", "中文著法"),
            ExportFormat::Sixzc => ".6zc",
        }
    }
}

/// The line in a form; nothing where it cannot be written so.
#[must_use]
pub fn export(replay: &Replay, place: usize, form: ExportFormat, language: Language) -> Option<String> {
    let game = replay.game_at(place);
    match (form, game) {
        (ExportFormat::Record, _) => {
            let opening = replay.setup();
            let mut log = AnyRecord::new(opening.kind(), &opening.options()).ok()?;
            replay.steps().try_for_each(|step| log.push(step)).ok()?;
            if let Some(why) = termination(replay) {
                log.add_tag("Result", &replay.result().to_string());
                log.add_tag("Termination", &why);
            }
            Some(log.to_string())
        }
        (ExportFormat::Position, _) => Some(game.position()),
        (ExportFormat::Pgn, AnyGame::Chess(_)) if !game.has_modes() => to_chess_pgn(replay),
        (ExportFormat::Pgn, AnyGame::Xiangqi(_)) => Some(to_xiangqi_pgn(replay, language)?),
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

/// Why the line ends, by the key of the reason; nothing if it does not end, or nobody knows.
fn termination(replay: &Replay) -> Option<String> {
    let by_rules = replay.game_at(replay.len()).outcome().map(|outcome| outcome.reason.to_string());
    let by_players = || replay.declared_result().map(|verdict| verdict.reason.clone());
    by_rules.or_else(by_players).filter(|why| !why.is_empty())
}

fn to_chess_pgn(replay: &Replay) -> Option<String> {
    let AnyGame::Chess(start) = replay.game_at(0) else { return None };
    let mut game = chess_pgn::Game::new(*start.position());
    let mut position = *start.position();
    for act in replay.actions_before(replay.len()) {
        // A claim of a draw is no move.
        let Ok(uci) = act.parse() else { continue };
        let mv = position.resolve_uci(uci).ok()?;
        game.main_line.nodes.push(chess_pgn::MoveNode::from(Some(mv)));
        position = position.after(mv);
    }
    game.result = replay.result();
    if let Some(why) = termination(replay) {
        game.set_tag("Termination", &why);
    }
    Some(game.to_string())
}

fn to_xiangqi_pgn(replay: &Replay, language: Language) -> Option<String> {
    let AnyGame::Xiangqi(start) = replay.game_at(0) else { return None };
    let mut game = files::Game::new(*start.position());
    for act in replay.actions_before(replay.len()) {
        game.main_line.nodes.push(files::MoveNode::from(act.parse::<yipan_xiangqi::Move>().ok()?));
    }
    game.result = replay.result();
    if let Some(why) = termination(replay) {
        game.set_tag("Termination", &why);
    }
    let notation = match language {
        Language::English => Written::Wxf,
        Language::Simplified => Written::Simplified,
        Language::Traditional => Written::Traditional,
    };
    Some(game.pgn(notation).to_string())
}

/// The moves with their numbers, two a line.
fn numbered_moves(replay: &Replay, notation: Notation) -> String {
    let mut text = String::new();
    for (index, act) in replay.actions_before(replay.len()).iter().enumerate() {
        // Nothing is drawn in this game, so that every step is a move.
        let notation = replay.game_at(index).translate(act, notation).unwrap_or_else(|_| act.clone());
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

/// The forms that a game can be written in.
#[must_use]
pub fn export_formats(kind: GameKind, has_modes: bool) -> Vec<ExportFormat> {
    let fits = |form: &ExportFormat| match form {
        ExportFormat::Record | ExportFormat::Position => true,
        ExportFormat::Pgn => kind == GameKind::Xiangqi || kind == GameKind::Chess && !has_modes,
        ExportFormat::Wxf | ExportFormat::Chinese => kind == GameKind::Xiangqi,
        ExportFormat::Sixzc => kind == GameKind::Liuzichong,
    };
    ExportFormat::ALL.into_iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;

    use super::*;
    use crate::import_export::import::import;
    use crate::import_export::share::{from_share_query, to_share_query};
    use crate::local::declared_result::DeclaredResult;
    use crate::local::setup::{LocalSetup, PlayerKind};

    fn play_line(kind: GameKind, modes: &[&str], acts: usize) -> Replay {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let opening = LocalSetup { modes, ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 8) };
        let mut replay = Replay::start(opening).expect("a game");
        for _ in 0..acts {
            let actions = replay.game_at(replay.len()).actions();
            let Some(action) = actions.get(actions.len() / 3) else { break };
            replay.push_action(action).expect("offered");
        }
        replay
    }

    #[test]
    fn a_declared_result_survives_every_format_that_has_one() {
        let timeout = DeclaredResult { winner: Some(yipan_wire::WireSide::Second), reason: "timeout".into() };
        for verdict in [timeout, DeclaredResult::resignation(Side::First), DeclaredResult::agreement()] {
            for (kind, modes) in [
                (GameKind::Chess, &[][..]),
                (GameKind::Chess, &["dice-a"]),
                (GameKind::Xiangqi, &[]),
                (GameKind::Liuzichong, &[]),
            ] {
                let replay = play_line(kind, modes, 6).with_result(Some(verdict.clone()));
                for form in [ExportFormat::Record, ExportFormat::Pgn] {
                    let Some(text) = export(&replay, 6, form, Language::English) else { continue };
                    let again =
                        import(text.as_bytes(), kind).unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(again.declared_result(), Some(&verdict), "{text}");
                    assert_eq!(again.result(), verdict.result());
                }
                let shared = from_share_query(kind, &to_share_query(&replay)).expect("a line");
                assert_eq!(shared.declared_result(), Some(&verdict));
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
            for form in export_formats(kind, !modes.is_empty()) {
                for language in Language::ALL {
                    let text = export(&replay, end, form, language).expect("offered");
                    let again =
                        import(text.as_bytes(), kind).unwrap_or_else(|error| panic!("{text}: {error}"));
                    match form {
                        // With modes a position does not tell everything.
                        ExportFormat::Position | ExportFormat::Sixzc if modes.is_empty() => {
                            assert_eq!(again.game_at(0).position(), replay.game_at(end).position());
                        }
                        ExportFormat::Position | ExportFormat::Sixzc => {}
                        _ => assert_eq!(
                            again.actions_before(again.len()),
                            replay.actions_before(end),
                            "{kind} {form:?} {text}"
                        ),
                    }
                    if form == ExportFormat::Record {
                        assert_eq!(again.chance_outcomes(), replay.chance_outcomes());
                    }
                }
            }
        }
    }

    #[test]
    fn no_format_is_listed_that_cannot_be_exported() {
        let replay = play_line(GameKind::Chess, &["mines"], 4);
        for form in ExportFormat::ALL {
            let is_listed = export_formats(GameKind::Chess, true).contains(&form);
            assert_eq!(export(&replay, 2, form, Language::English).is_some(), is_listed, "{form:?}");
        }
    }
}
