use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use yipan_chess::Chess;
use yipan_games::{AnyGame, AnyLog};
use yipan_record::Log;
use yipan_rules::{Effect, Game, Language, Step, Viewer};

use crate::arguments::ReplayOptions;
use crate::{account, board, tally};

pub(crate) fn run(options: &ReplayOptions, language: Language) -> Result<ExitCode> {
    let text = std::fs::read_to_string(&options.file)
        .with_context(|| format!("{} cannot be read", options.file.display()))?;
    match AnyLog::read(&text)? {
        AnyLog::Chess(log) => {
            let viewer = show(&log, AnyGame::Chess, options, language)?;
            tally_dice(&log, viewer, language)?;
        }
        AnyLog::Xiangqi(log) => {
            show(&log, AnyGame::Xiangqi, options, language)?;
        }
        AnyLog::Liuzichong(log) => {
            show(&log, AnyGame::Liuzichong, options, language)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows the board before the first step and after each, with what was done as people write it, as far as the eye
/// that looks on may know.
fn show<G: Game<Refusal: Send + Sync + 'static>>(
    log: &Log<G>,
    any: impl Fn(G) -> AnyGame,
    options: &ReplayOptions,
    language: Language,
) -> Result<Viewer> {
    log.fold()?;
    let mut out = anstream::stdout();
    for tag in &log.tags {
        writeln!(out, "{}: {}", tag.name(), tag.value())?;
    }
    let mut game = G::start(log.setup());
    let mut shown = any(game.clone());
    let viewer = options.eye.of(&shown, language)?;
    writeln!(out, "{}", board::draw(&shown, &shown.view(viewer)))?;
    for &step in log.steps() {
        let did = match step {
            _ if !game.discloses(&step, viewer) => "…".to_owned(),
            Step::Act(action) => shown.title(&action.to_string(), language),
            Step::Draw(draw) => draw.to_string(),
        };
        let (before, mut effects) = (game.clone(), Vec::new());
        game.apply(step, &mut effects)?;
        let seen = G::witness(&before, &game, &effects, viewer);
        shown = any(game.clone());
        writeln!(out, "{did}")?;
        for line in seen.iter().filter_map(|effect| account::line(&shown, effect, language)) {
            writeln!(out, "    {line}")?;
        }
        if moved(&seen) || viewer != Viewer::Arbiter && matches!(step, Step::Act(_)) {
            writeln!(out, "{}", board::draw(&shown, &shown.view(viewer)))?;
        }
    }
    if let Some(outcome) = shown.outcome() {
        let winner = match outcome.winner {
            Some(seat) => shown.seat_words(seat, language),
            None => language.pick("draw", "和棋", "和棋"),
        };
        writeln!(out, "{winner}: {}", outcome.why(language))?;
    }
    Ok(viewer)
}

/// Whether anything on the board has changed, so that it is worth drawing again.
fn moved(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| !matches!(effect, Effect::Rolled { .. } | Effect::Hand { .. }))
}

/// What the dice did, for an arbiter or once the game is over: before that, dead dice are their owner's secret in fog.
fn tally_dice(log: &Log<Chess>, viewer: Viewer, language: Language) -> Result<()> {
    if log.setup().modes().dice.is_none() {
        return Ok(());
    }
    let mut game = Chess::start(log.setup());
    let mut statistics = yipan_chess::Statistics::new(&game);
    for &step in log.steps() {
        let (before, mut effects) = (game.clone(), Vec::new());
        game.apply(step, &mut effects)?;
        statistics.watch(&before, step, &effects);
    }
    if viewer == Viewer::Arbiter || game.outcome().is_some() {
        write!(anstream::stdout(), "{}", tally::table(&statistics, language))?;
    }
    Ok(())
}
