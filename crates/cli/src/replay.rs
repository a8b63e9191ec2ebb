use std::process::ExitCode;

use anyhow::{Context, Result};
use yipan_chess::{Action, Chess};
use yipan_games::AnyGame;
use yipan_record::Log;
use yipan_rules::{Discard, Game, Language, Step};

use crate::arguments::ReplayOptions;
use crate::board;
use crate::log::AnyLog;

pub(crate) fn run(options: &ReplayOptions, language: Language) -> Result<ExitCode> {
    let text = std::fs::read_to_string(&options.file)
        .with_context(|| format!("{} cannot be read", options.file.display()))?;
    match AnyLog::read(&text)? {
        AnyLog::Chess(log) => show_chess(&log, language)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows the board before the first step and after each, with the move in algebraic notation.
fn show_chess(log: &Log<Chess>, language: Language) -> Result<()> {
    log.fold()?;
    let mut game = Chess::start(log.setup());
    for tag in &log.tags {
        anstream::println!("{}: {}", tag.name(), tag.value());
    }
    let mut any = AnyGame::Chess(game.clone());
    anstream::println!("{}", board::draw(&any));
    for &step in log.steps() {
        let Step::Act(action) = step;
        anstream::println!("{}", title(&game, action));
        game.apply(step, &mut Discard)?;
        any = AnyGame::Chess(game.clone());
        anstream::println!("{}", board::draw(&any));
    }
    if let Some(outcome) = any.outcome() {
        let winner = outcome.winner.map_or("-", |seat| any.seat_key(seat));
        anstream::println!("{winner}: {}", outcome.reason.words(language));
    }
    Ok(())
}

/// `12. Nf3` or `12... Nf6`, or what else the player did.
fn title(game: &Chess, action: Action) -> String {
    let position = game.position();
    let dots = if position.side() == yipan_chess::WHITE { "." } else { "..." };
    let did = match action {
        Action::Move(uci) => position.resolve(uci).map_or_else(|_| uci.to_string(), |mv| position.san(mv)),
        Action::ClaimDraw => "draw".to_owned(),
    };
    format!("{}{dots} {did}", position.move_number())
}
