//! `yipan match`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use yipan_core::{Language, Localize};
use yipan_match_runner::{
    ArchiveError, GameArchive, MatchRunner, MatchSummary, MoveLimits, Openings, ParseOpeningsError,
    ParseSprtError, PlayerSpec, Sprt, check_setup,
};

use crate::arguments::MatchOptions;
use crate::seed::random_seed;
use crate::solver::solve;

pub(crate) fn run(options: &MatchOptions, language: Language) -> Result<ExitCode> {
    let game = options.game.start(language)?;
    let parse =
        |text: &str| PlayerSpec::parse(text, &game).map_err(|error| anyhow!(error.localize(language)));
    let player_specs = [parse(&options.player)?, parse(&options.opponent)?];
    let limits = MoveLimits {
        movetime: options.movetime,
        nodes: options.nodes,
        depth: options.depth,
        time_margin: options.time_margin,
    };
    let game_count = options.games as usize;
    check_setup(&game, &options.game.options(), &player_specs, &limits, game_count)
        .map_err(|error| anyhow!(error.localize(language)))?;
    let openings = options.openings.as_deref().map(str::parse::<Openings>).transpose();
    let openings = openings.map_err(|error: ParseOpeningsError| anyhow!(error.localize(language)))?;
    let sprt = options.sprt.as_deref().map(str::parse::<Sprt>).transpose();
    let sprt = sprt.map_err(|error: ParseSprtError| anyhow!(error.localize(language)))?;
    let mut archive = GameArchive::create(&game, options.pgn.as_deref(), options.records.as_deref())
        .map_err(|error| anyhow!(error.localize(language)))?;
    let runner = MatchRunner {
        solved: solve::solve_if_needed(&game),
        options: options.game.options(),
        openings: openings.unwrap_or_else(|| Openings::default_for(&game)),
        game,
        player_specs,
        limits,
        max_plies: options.max_plies as usize,
        game_count,
        seed: options.seed.map_or_else(random_seed, Ok)?,
        language,
    };
    let mut summary = MatchSummary::new(&runner, sprt);
    let bar = progress_bar(options.games);
    let played = runner.run(usize::from(options.concurrency), &mut |index, match_game| {
        archive.store(&runner, index, match_game)?;
        summary.record_game(&runner, index, match_game);
        bar.set_position(index as u64 + 1);
        bar.set_message(summary.score_text());
        Ok(summary.decision())
    });
    played.map_err(|error: ArchiveError| anyhow!(error.localize(language)))?;
    bar.finish_and_clear();
    let text = if options.json { serde_json::to_string(&summary)? } else { summary.text(language) };
    writeln!(anstream::stdout(), "{}", text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a progress bar with the score so far, hidden unless standard error is a terminal.
fn progress_bar(games: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {elapsed}, {eta} left");
    ProgressBar::new(u64::from(games)).with_style(style.expect("the template is valid"))
}
