//! `yipan match`: games between two players, and what they say about strength.

mod external_engine;
mod forfeit;
mod game;
mod game_log;
mod limits;
mod opening;
mod outcome;
mod player;
mod player_spec;
mod process;
mod rating;
mod runner;
mod summary;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use yipan_core::{Language, Localize, Side};
use yipan_engine::computer::Strength;
use yipan_games::AnyGame;

use self::external_engine::ExternalEngine;
use self::game::MatchGame;
use self::game_log::{GameHeader, GameLog};
use self::limits::MoveLimits;
use self::opening::Openings;
use self::player_spec::{PlayerKind, PlayerSpec};
use self::rating::{Sprt, SprtDecision};
use self::runner::MatchRunner;
use self::summary::MatchSummary;
use crate::arguments::MatchOptions;
use crate::seed::random_seed;
use crate::solve;

pub(crate) fn run(options: &MatchOptions, language: Language) -> Result<ExitCode> {
    let game = options.game.start(language)?;
    let read = |text: &str| PlayerSpec::parse(text, &game).map_err(|error| anyhow!(error.localize(language)));
    let entrants = [read(&options.player)?, read(&options.opponent)?];
    let pace = MoveLimits {
        movetime: options.movetime,
        nodes: options.nodes,
        depth: options.depth,
        time_margin: options.time_margin,
    };
    check_setup(&entrants, &pace, options, &game, language)?;
    let openings = match &options.openings {
        Some(text) => {
            text.parse().map_err(|error: opening::ParseOpeningsError| anyhow!(error.localize(language)))?
        }
        None => Openings::default_for(&game),
    };
    let sprt = options.sprt.as_deref().map(str::parse::<Sprt>).transpose();
    let sprt = sprt.map_err(|error| anyhow!(error.localize(language)))?;
    let mut archive = GameArchive::open(options, &game, language)?;
    let seed = options.seed.map_or_else(random_seed, Ok)?;
    let hall = MatchRunner {
        solved: solve::solve_if_needed(&game),
        options: options.game.options(),
        game,
        player_specs: entrants,
        openings,
        limits: pace,
        max_plies: options.max_plies as usize,
        game_count: options.games as usize,
        seed,
        language,
    };
    let mut summary = MatchSummary::new(&hall, sprt);
    let bar = progress_bar(options.games);
    hall.run(usize::from(options.concurrency), &mut |number, bout| {
        archive.store(&hall, number, bout)?;
        summary.record_game(&hall, number, bout);
        bar.set_position(number as u64 + 1);
        bar.set_message(summary.score_text());
        Ok(summary.decision() != SprtDecision::Continue)
    })?;
    bar.finish_and_clear();
    let text = if options.json { summary.json()? } else { summary.text(language) };
    writeln!(anstream::stdout(), "{}", text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// What is better said before the first game than in the middle of the match.
fn check_setup(
    entrants: &[PlayerSpec; 2],
    pace: &MoveLimits,
    options: &MatchOptions,
    game: &AnyGame,
    language: Language,
) -> Result<()> {
    if options.games % 2 == 1 {
        bail!(language.choose(
            "each opening is played with both colours; ask for an even number of games",
            "每个开局双方各执一次先手，请给出偶数盘",
            "每個開局雙方各執一次先手，請給出偶數盤",
        ));
    }
    let needs_limit = |entrant: &PlayerSpec| {
        entrant.is_external() || entrant.kind == PlayerKind::Computer(Strength::Best) && !uses_tablebase(game)
    };
    if pace.is_unlimited() && entrants.iter().any(needs_limit) {
        bail!(language.choose(
            "a program or `best` thinks without end; set --movetime, --nodes or --depth",
            "程序和 `best` 会一直思考；请设 --movetime、--nodes 或 --depth",
            "程式和 `best` 會一直思考；請設 --movetime、--nodes 或 --depth",
        ));
    }
    if let Some(outcome) = game.outcome() {
        bail!(
            "{}: {}",
            language.choose("the game is over", "棋局已结束", "棋局已結束"),
            outcome.reason_text(language)
        );
    }
    for entrant in entrants {
        if let PlayerKind::Program(program) = &entrant.kind {
            ExternalEngine::launch(program, game)
                .map_err(|fault| anyhow!("{entrant}: {}", fault.localize(language)))?;
        }
    }
    Ok(())
}

/// Whether the best move is looked up rather than searched for.
fn uses_tablebase(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Liuzichong(_))
}

/// A bar with the score so far, where somebody would see it.
fn progress_bar(games: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {elapsed}, {eta} left");
    ProgressBar::new(u64::from(games)).with_style(style.expect("a template of our own"))
}

/// Where the games are kept.
struct GameArchive {
    pgn: Option<(PathBuf, File)>,
    records: Option<PathBuf>,
}

impl GameArchive {
    fn open(options: &MatchOptions, game: &AnyGame, language: Language) -> Result<GameArchive> {
        if options.pgn.is_some() && !GameLog::has_pgn(game) {
            bail!(language.choose(
                "this game is not kept in PGN; --records FOLDER keeps records that `yipan replay` shows",
                "这种棋没有 PGN 棋谱；--records 目录 可以保存棋谱，用 `yipan replay` 重放",
                "這種棋沒有 PGN 棋譜；--records 目錄 可以儲存棋譜，用 `yipan replay` 重播",
            ));
        }
        // Games that are there already are somebody's.
        let create = |path: &PathBuf| {
            File::create_new(path)
                .map(|file| (path.clone(), file))
                .with_context(|| write_error(path, language))
        };
        let pgn = options.pgn.as_ref().map(create).transpose()?;
        if let Some(folder) = &options.records {
            std::fs::create_dir(folder).with_context(|| write_error(folder, language))?;
        }
        Ok(GameArchive { pgn, records: options.records.clone() })
    }

    /// Keeps a game as soon as it is over.
    fn store(&mut self, hall: &MatchRunner, number: usize, bout: &MatchGame) -> Result<()> {
        let names = Side::BOTH.map(|seat| hall.player_spec(number, seat).to_string());
        let heading = GameHeader { number: number + 1, players: [&names[0], &names[1]] };
        if let Some((path, file)) = &mut self.pgn {
            let text = bout.log.pgn(&heading, &bout.outcome).unwrap_or_default();
            let gap = if number == 0 { "" } else { "\n" };
            write!(file, "{gap}{text}").with_context(|| write_error(path, hall.language))?;
        }
        if let Some(folder) = &self.records {
            let path = folder.join(format!("{:04}.yipan", number + 1));
            let record = bout.log.record(&hall.options, &heading, &bout.outcome)?;
            std::fs::write(&path, record).with_context(|| write_error(&path, hall.language))?;
        }
        Ok(())
    }
}

fn write_error(path: &Path, language: Language) -> String {
    let path = path.display();
    match language {
        Language::English => format!("the games cannot be written to {path}"),
        Language::Simplified => format!("棋谱无法写到 {path}"),
        Language::Traditional => format!("棋譜無法寫到 {path}"),
    }
}
