use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
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
        AnyLog::Chess(log) => show(&log, AnyGame::Chess, language)?,
        AnyLog::Xiangqi(log) => show(&log, AnyGame::Xiangqi, language)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows the board before the first step and after each, with what was done as people write it.
fn show<G: Game<Refusal: Send + Sync + 'static>>(
    log: &Log<G>,
    any: impl Fn(G) -> AnyGame,
    language: Language,
) -> Result<()> {
    log.fold()?;
    let mut out = anstream::stdout();
    for tag in &log.tags {
        writeln!(out, "{}: {}", tag.name(), tag.value())?;
    }
    let mut game = G::start(log.setup());
    let mut shown = any(game.clone());
    writeln!(out, "{}", board::draw(&shown))?;
    for &step in log.steps() {
        let did = match step {
            Step::Act(action) => shown.title(&action.to_string(), language),
            Step::Draw(draw) => draw.to_string(),
        };
        game.apply(step, &mut Discard)?;
        shown = any(game.clone());
        writeln!(out, "{did}\n{}", board::draw(&shown))?;
    }
    if let Some(outcome) = shown.outcome() {
        let winner = match outcome.winner {
            Some(seat) => shown.seat_words(seat, language),
            None => language.pick("draw", "和棋", "和棋"),
        };
        writeln!(out, "{winner}: {}", outcome.reason.words(language))?;
    }
    Ok(())
}
