//! A line of play as other programs and people read it.

use yipan_chess::pgn as chess_pgn;
use yipan_games::{AnyGame, AnyLog, GameKind, Notation};
use yipan_liuzichong::saved::SavedGame;
use yipan_rules::Language;
use yipan_xiangqi::files;
use yipan_xiangqi::notation::Notation as Written;

use crate::Replay;

/// What a line can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
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
    Saved,
}

impl Form {
    /// Every form there is.
    pub const ALL: [Form; 6] =
        [Form::Record, Form::Position, Form::Pgn, Form::Wxf, Form::Chinese, Form::Saved];

    /// How the names of such files end.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Form::Record => "yipan",
            Form::Position => "fen",
            Form::Pgn => "pgn",
            Form::Wxf | Form::Chinese => "txt",
            Form::Saved => "6zc",
        }
    }

    /// What it is called; the same in every language but for Chinese itself.
    #[must_use]
    pub const fn name(self, language: Language) -> &'static str {
        match self {
            Form::Record => language.pick("Record", "棋谱", "棋譜"),
            Form::Position => "FEN",
            Form::Pgn => "PGN",
            Form::Wxf => "WXF",
            Form::Chinese => language.pick("Chinese", "中文着法", "中文著法"),
            Form::Saved => ".6zc",
        }
    }
}

/// The line in a form; nothing where it cannot be written so.
#[must_use]
pub fn export(replay: &Replay, place: usize, form: Form, language: Language) -> Option<String> {
    let game = replay.game(place);
    match (form, game) {
        (Form::Record, _) => {
            let opening = replay.opening();
            let mut log = AnyLog::new(opening.kind(), &opening.options()).ok()?;
            replay.steps().try_for_each(|step| log.push(step)).ok()?;
            if let Some(why) = termination(replay) {
                log.put_tag("Result", &replay.result().to_string());
                log.put_tag("Termination", &why);
            }
            Some(log.to_string())
        }
        (Form::Position, _) => Some(game.position()),
        (Form::Pgn, AnyGame::Chess(_)) if !game.has_modes() => chess(replay),
        (Form::Pgn, AnyGame::Xiangqi(_)) => Some(xiangqi(replay, language)?),
        (Form::Wxf, AnyGame::Xiangqi(_)) => Some(moves(replay, Notation::Wxf)),
        (Form::Chinese, AnyGame::Xiangqi(_)) => {
            let is_traditional = language == Language::Traditional;
            Some(moves(replay, if is_traditional { Notation::ChineseTraditional } else { Notation::Chinese }))
        }
        (Form::Saved, AnyGame::Liuzichong(game)) => {
            let position = *game.position();
            Some(SavedGame { position, player: position.side() }.to_string())
        }
        _ => None,
    }
}

/// Why the line ends, by the key of the reason; nothing if it does not end, or nobody knows.
fn termination(replay: &Replay) -> Option<String> {
    let by_rules = replay.game(replay.len()).outcome().map(|outcome| outcome.reason.to_string());
    let by_players = || replay.verdict().map(|verdict| verdict.reason.clone());
    by_rules.or_else(by_players).filter(|why| !why.is_empty())
}

fn chess(replay: &Replay) -> Option<String> {
    let AnyGame::Chess(start) = replay.game(0) else { return None };
    let mut game = chess_pgn::Game::new(*start.position());
    let mut position = *start.position();
    for act in replay.acts(replay.len()) {
        // A claim of a draw is no move.
        let Ok(uci) = act.parse() else { continue };
        let mv = position.resolve(uci).ok()?;
        game.line.nodes.push(chess_pgn::Node::from(Some(mv)));
        position = position.after(mv);
    }
    game.result = replay.result();
    if let Some(why) = termination(replay) {
        game.put_tag("Termination", &why);
    }
    Some(game.to_string())
}

fn xiangqi(replay: &Replay, language: Language) -> Option<String> {
    let AnyGame::Xiangqi(start) = replay.game(0) else { return None };
    let mut game = files::Game::new(*start.position());
    for act in replay.acts(replay.len()) {
        game.line.nodes.push(files::Node::from(act.parse::<yipan_xiangqi::Move>().ok()?));
    }
    game.result = replay.result();
    if let Some(why) = termination(replay) {
        game.put_tag("Termination", &why);
    }
    let notation = match language {
        Language::English => Written::Wxf,
        Language::Simplified => Written::Simplified,
        Language::Traditional => Written::Traditional,
    };
    Some(game.pgn(notation).to_string())
}

/// The moves with their numbers, two a line.
fn moves(replay: &Replay, notation: Notation) -> String {
    let mut text = String::new();
    for (index, act) in replay.acts(replay.len()).iter().enumerate() {
        // Nothing is drawn in this game, so that every step is a move.
        let written = replay.game(index).translate(act, notation).unwrap_or_else(|_| act.clone());
        if index % 2 == 0 {
            text += &format!("{}. {written}", index / 2 + 1);
        } else {
            text += &format!(" {written}\n");
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// The forms that a game can be written in.
#[must_use]
pub fn forms(kind: GameKind, has_modes: bool) -> Vec<Form> {
    let fits = |form: &Form| match form {
        Form::Record | Form::Position => true,
        Form::Pgn => kind == GameKind::Xiangqi || kind == GameKind::Chess && !has_modes,
        Form::Wxf | Form::Chinese => kind == GameKind::Xiangqi,
        Form::Saved => kind == GameKind::Liuzichong,
    };
    Form::ALL.into_iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use yipan_rules::Seat;

    use super::*;
    use crate::{Chair, Opening, Verdict, import};

    fn line(kind: GameKind, modes: &[&str], acts: usize) -> Replay {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let opening = Opening { modes, ..Opening::usual(kind, [Chair::Person; 2], 8) };
        let mut replay = Replay::start(opening).expect("a game");
        for _ in 0..acts {
            let actions = replay.game(replay.len()).actions();
            let Some(action) = actions.get(actions.len() / 3) else { break };
            replay.act(action).expect("offered");
        }
        replay
    }

    #[test]
    fn a_game_that_players_or_clocks_ended_keeps_its_end_in_every_form_that_has_one() {
        let timeout = Verdict { winner: Some(yipan_wire::Side::Second), reason: "timeout".into() };
        for verdict in [timeout, Verdict::resignation(Seat::First), Verdict::agreement()] {
            for (kind, modes) in [
                (GameKind::Chess, &[][..]),
                (GameKind::Chess, &["dice-a"]),
                (GameKind::Xiangqi, &[]),
                (GameKind::Liuzichong, &[]),
            ] {
                let replay = line(kind, modes, 6).judged(Some(verdict.clone()));
                for form in [Form::Record, Form::Pgn] {
                    let Some(text) = export(&replay, 6, form, Language::English) else { continue };
                    let again =
                        import(text.as_bytes(), kind).unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(again.verdict(), Some(&verdict), "{text}");
                    assert_eq!(again.result(), verdict.result());
                }
                let shared = crate::shared(kind, &crate::share(&replay)).expect("a line");
                assert_eq!(shared.verdict(), Some(&verdict));
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
            let replay = line(kind, modes, 24);
            let end = replay.len();
            for form in forms(kind, !modes.is_empty()) {
                for language in Language::ALL {
                    let text = export(&replay, end, form, language).expect("offered");
                    let again =
                        import(text.as_bytes(), kind).unwrap_or_else(|error| panic!("{text}: {error}"));
                    match form {
                        // With modes a position does not tell everything.
                        Form::Position | Form::Saved if modes.is_empty() => {
                            assert_eq!(again.game(0).position(), replay.game(end).position());
                        }
                        Form::Position | Form::Saved => {}
                        _ => assert_eq!(again.acts(again.len()), replay.acts(end), "{kind} {form:?} {text}"),
                    }
                    if form == Form::Record {
                        assert_eq!(again.draws(), replay.draws());
                    }
                }
            }
        }
    }

    #[test]
    fn no_form_is_offered_that_cannot_be_written() {
        let replay = line(GameKind::Chess, &["mines"], 4);
        for form in Form::ALL {
            let is_offered = forms(GameKind::Chess, true).contains(&form);
            assert_eq!(export(&replay, 2, form, Language::English).is_some(), is_offered, "{form:?}");
        }
    }
}
