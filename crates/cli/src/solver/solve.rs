use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use yipan_core::{Language, Localize};
use yipan_engine::computer::SolvedTable;
use yipan_games::{AnyGame, GameKind};
use yipan_liuzichong::solve::{Executor, solve};
use yipan_liuzichong::tablebase::{ProbeResult, Tablebase, Wdl};
use yipan_liuzichong::{HouseRules, LiuzichongSetup, Position};

use crate::arguments::SolveOptions;
use crate::threads::ThreadCount;

pub(crate) fn run(options: &SolveOptions, language: Language) -> Result<ExitCode> {
    let rules = house_rules(options.game, &options.rules, language)?;
    // Creates the file before the long computation.
    let mut file = options.out.as_deref().map(|path| create(path, language)).transpose()?;
    let threads = ThreadCount::new(options.threads);
    let start = Instant::now();
    let tablebase = solve_with_progress(rules, &threads);
    let seconds = start.elapsed().as_secs_f64();
    let mut output = anstream::stdout();
    print_summary(&tablebase, &mut output)?;
    let memory = peak_memory().map(|memory| format!(", peak memory {memory}")).unwrap_or_default();
    writeln!(output, "solved in {seconds:.2} s, threads {}{memory}", threads.count())?;
    if let (Some(file), Some(path)) = (&mut file, &options.out) {
        let bytes = tablebase.to_bytes();
        let write = |file: &mut File| file.write_all(&bytes).and_then(|()| file.sync_all());
        write(file).with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(output, "tablebase of {} bytes in {}", bytes.len(), path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Parses the house rules. Fails for games that cannot be solved.
pub(crate) fn house_rules(game: GameKind, rules: &[String], language: Language) -> Result<HouseRules> {
    match game {
        GameKind::Liuzichong => {}
        GameKind::Chess | GameKind::Xiangqi => bail!(match language {
            Language::English => format!("{game} cannot be solved; use liuzichong"),
            Language::Simplified => format!("{game} 无法求解；请用 liuzichong"),
            Language::Traditional => format!("{game} 無法求解；請用 liuzichong"),
        }),
    }
    let setup = LiuzichongSetup::parse("startpos", rules.iter().map(String::as_str));
    Ok(setup.map_err(|error| anyhow!(error.localize(language)))?.position.rules())
}

/// Returns the tablebase that the computer needs for this game.
pub(crate) fn solve_if_needed(game: &AnyGame) -> SolvedTable {
    SolvedTable::for_game(game, |rules| solve_with_progress(rules, &ThreadCount::new(None)))
}

/// Solves with a progress bar, hidden unless standard error is a terminal.
pub(crate) fn solve_with_progress(rules: HouseRules, parallelism: &dyn Executor) -> Tablebase {
    let style =
        ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed}").expect("the template is valid");
    let bar = ProgressBar::no_length().with_style(style);
    let tablebase = solve(rules, parallelism, &mut |progress| {
        bar.set_length(progress.entries as u64);
        bar.set_position(progress.decided as u64);
    });
    bar.finish_and_clear();
    tablebase
}

fn create(path: &Path, language: Language) -> Result<File> {
    File::create_new(path).with_context(|| {
        let path = path.display();
        match language {
            Language::English => format!("cannot write the tablebase to {path}"),
            Language::Simplified => format!("残局库无法写到 {path}"),
            Language::Traditional => format!("殘局庫無法寫到 {path}"),
        }
    })
}

/// Prints the counts, the value of the start with its moves, and the longest win.
fn print_summary(tablebase: &Tablebase, output: &mut impl Write) -> Result<()> {
    let stats = tablebase.stats();
    writeln!(output, "rules {}", tablebase.rules())?;
    writeln!(output, "positions {}", stats.positions())?;
    writeln!(output, "won {}\nlost {}\ndrawn {}", stats.won, stats.lost, stats.drawn)?;
    let start = Position::start();
    writeln!(output, "start {}", value_text(tablebase.probe(&start)))?;
    let mut moves = tablebase.probe_moves(&start);
    moves.sort_by_key(|(mv, _)| mv.to_string());
    for (mv, probed) in moves {
        writeln!(output, "{mv} {}", value_text(probed))?;
    }
    if let Some(longest) = tablebase.longest_win() {
        writeln!(output, "longest win {} plies from {}", longest.plies, longest.position)?;
        let line: Vec<String> =
            tablebase.best_line(&longest.position).iter().map(ToString::to_string).collect();
        writeln!(output, "line {}", line.join(" "))?;
    }
    Ok(())
}

fn value_text(probed: ProbeResult) -> String {
    match probed.plies {
        None => wdl_key(probed.wdl).to_owned(),
        Some(plies) => format!("{} in {plies} plies", wdl_key(probed.wdl)),
    }
}

/// Returns the stable key of a value: `win`, `draw` or `loss`.
pub(crate) const fn wdl_key(value: Wdl) -> &'static str {
    match value {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}

/// Returns the peak memory of this process, or `None` where `/proc` is missing.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(format!("{:.1} MiB", kibibytes / 1024.0))
}
