use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use yipan_chess::Chess;
use yipan_core::{Effect, Game, Language, Step, Viewer};
use yipan_games::{AnyGame, AnyRecord};
use yipan_record::GameRecord;

use crate::arguments::ReplayOptions;
use crate::{board_text, dice_stats, effect_text};

pub(crate) fn run(options: &ReplayOptions, language: Language) -> Result<ExitCode> {
    let text = std::fs::read_to_string(&options.file)
        .with_context(|| format!("{} cannot be read", options.file.display()))?;
    match AnyRecord::parse(&text)? {
        AnyRecord::Chess(log) => {
            let viewer = show(&log, AnyGame::Chess, options, language)?;
            print_dice_stats(&log, viewer, language)?;
        }
        AnyRecord::Xiangqi(log) => {
            show(&log, AnyGame::Xiangqi, options, language)?;
        }
        AnyRecord::Liuzichong(log) => {
            show(&log, AnyGame::Liuzichong, options, language)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows the board before the first step and after each, with what was done as people write it, as far as the eye
/// that looks on may know.
fn show<G: Game<ActionError: Send + Sync + 'static>>(
    log: &GameRecord<G>,
    any: impl Fn(G) -> AnyGame,
    options: &ReplayOptions,
    language: Language,
) -> Result<Viewer> {
    log.replay()?;
    let mut out = anstream::stdout();
    for tag in &log.tags {
        writeln!(out, "{}: {}", tag.name(), tag.value())?;
    }
    let mut game = G::start(log.setup());
    let mut shown = any(game.clone());
    let viewer = options.view_as.resolve(&shown, language)?;
    writeln!(out, "{}", board_text::board_text(&shown, &shown.view(viewer)))?;
    for &step in log.steps() {
        let text = match step {
            _ if !game.may_reveal(&step, viewer) => "…".to_owned(),
            Step::Action(action) => shown.numbered_move(&action.to_string(), language),
            Step::Chance(draw) => draw.to_string(),
        };
        let (before, mut effects) = (game.clone(), Vec::new());
        game.apply(step, &mut effects)?;
        let seen = G::visible_effects(&before, &game, &effects, viewer);
        shown = any(game.clone());
        writeln!(out, "{text}")?;
        for line in seen.iter().filter_map(|effect| effect_text::describe(&shown, effect, language)) {
            writeln!(out, "    {line}")?;
        }
        if changes_board(&seen) || viewer != Viewer::Arbiter && matches!(step, Step::Action(_)) {
            writeln!(out, "{}", board_text::board_text(&shown, &shown.view(viewer)))?;
        }
    }
    if let Some(outcome) = shown.outcome() {
        let winner = match outcome.winner {
            Some(seat) => shown.side_name(seat, language),
            None => language.choose("draw", "和棋", "和棋"),
        };
        writeln!(out, "{winner}: {}", outcome.reason_text(language))?;
    }
    Ok(viewer)
}

/// Whether anything on the board has changed, so that it is worth drawing again.
fn changes_board(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| !matches!(effect, Effect::Rolled { .. } | Effect::TurnChanged { .. }))
}

/// What the dice did, for an arbiter or once the game is over: before that, dead dice are their owner's secret in fog.
fn print_dice_stats(log: &GameRecord<Chess>, viewer: Viewer, language: Language) -> Result<()> {
    if log.setup().modes().dice.is_none() {
        return Ok(());
    }
    let mut game = Chess::start(log.setup());
    let mut statistics = yipan_chess::GameDiceStats::new(&game);
    for &step in log.steps() {
        let (before, mut effects) = (game.clone(), Vec::new());
        game.apply(step, &mut effects)?;
        statistics.record_step(&before, step, &effects);
    }
    if viewer == Viewer::Arbiter || game.outcome().is_some() {
        write!(anstream::stdout(), "{}", dice_stats::format_table(&statistics, language))?;
    }
    Ok(())
}
