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
        .with_context(|| format!("cannot read {}", options.file.display()))?;
    match AnyRecord::parse(&text)? {
        AnyRecord::Chess(record) => {
            let viewer = show(&record, AnyGame::Chess, options, language)?;
            print_dice_stats(&record, viewer, language)?;
        }
        AnyRecord::Xiangqi(record) => {
            show(&record, AnyGame::Xiangqi, options, language)?;
        }
        AnyRecord::Liuzichong(record) => {
            show(&record, AnyGame::Liuzichong, options, language)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the steps and the board after each one, as far as the viewer may see them.
fn show<G: Game<ActionError: Send + Sync + 'static>>(
    record: &GameRecord<G>,
    any: impl Fn(G) -> AnyGame,
    options: &ReplayOptions,
    language: Language,
) -> Result<Viewer> {
    record.replay()?;
    let mut out = anstream::stdout();
    for tag in &record.tags {
        writeln!(out, "{}: {}", tag.name(), tag.value())?;
    }
    let mut game = G::start(record.setup());
    let mut shown = any(game.clone());
    let viewer = options.view_as.resolve(&shown, language)?;
    writeln!(out, "{}", board_text::board_text(&shown, &shown.view(viewer)))?;
    for &step in record.steps() {
        let text = match step {
            _ if !game.may_reveal(&step, viewer) => "…".to_owned(),
            Step::Action(action) => shown.numbered_move(&action.to_string(), language),
            Step::Chance(outcome) => outcome.to_string(),
        };
        let (before, mut effects) = (game.clone(), Vec::new());
        game.apply(step, &mut effects)?;
        let visible = G::visible_effects(&before, &game, &effects, viewer);
        shown = any(game.clone());
        writeln!(out, "{text}")?;
        for line in visible.iter().filter_map(|effect| effect_text::describe(&shown, effect, language)) {
            writeln!(out, "    {line}")?;
        }
        if changes_board(&visible) || viewer != Viewer::Arbiter && matches!(step, Step::Action(_)) {
            writeln!(out, "{}", board_text::board_text(&shown, &shown.view(viewer)))?;
        }
    }
    if let Some(outcome) = shown.outcome() {
        let winner = match outcome.winner {
            Some(side) => shown.side_name(side, language),
            None => language.choose("draw", "和棋", "和棋"),
        };
        writeln!(out, "{winner}: {}", outcome.reason_text(language))?;
    }
    Ok(viewer)
}

/// Returns whether an effect changes the board.
fn changes_board(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| !matches!(effect, Effect::Rolled { .. } | Effect::TurnChanged { .. }))
}

/// Prints the dice statistics to an arbiter, or after the game. Before that, dead dice are hidden information in fog.
fn print_dice_stats(record: &GameRecord<Chess>, viewer: Viewer, language: Language) -> Result<()> {
    if record.setup().modes().dice.is_none() {
        return Ok(());
    }
    let mut game = Chess::start(record.setup());
    let mut stats = yipan_chess::GameDiceStats::new(&game);
    for &step in record.steps() {
        let (before, mut effects) = (game.clone(), Vec::new());
        game.apply(step, &mut effects)?;
        stats.record_step(&before, step, &effects);
    }
    if viewer == Viewer::Arbiter || game.outcome().is_some() {
        write!(anstream::stdout(), "{}", dice_stats::format_table(&stats, language))?;
    }
    Ok(())
}
