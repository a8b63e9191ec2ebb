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
    // A file that cannot be written is better known before the work than after it.
    let mut file = options.out.as_deref().map(|path| create(path, language)).transpose()?;
    let threads = ThreadCount::new(options.threads);
    let start = Instant::now();
    let table = solve_with_progress(rules, &threads);
    let seconds = start.elapsed().as_secs_f64();
    let mut output = anstream::stdout();
    print_summary(&table, &mut output)?;
    let memory = peak_memory().map(|memory| format!(", peak memory {memory}")).unwrap_or_default();
    writeln!(output, "solved in {seconds:.2} s, threads {}{memory}", threads.count())?;
    if let (Some(file), Some(path)) = (&mut file, &options.out) {
        let bytes = table.to_bytes();
        let write = |file: &mut File| file.write_all(&bytes).and_then(|()| file.sync_all());
        write(file).with_context(|| format!("{} cannot be written", path.display()))?;
        writeln!(output, "table of {} bytes in {}", bytes.len(), path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The house rules among the rules that were asked for; the game must be one that can be solved.
pub(crate) fn house_rules(game: GameKind, rules: &[String], language: Language) -> Result<HouseRules> {
    match game {
        GameKind::Liuzichong => {}
        GameKind::Chess | GameKind::Xiangqi => bail!(match language {
            Language::English => format!("{game} is too large to be solved; liuzichong is not"),
            Language::Simplified => format!("{game} 太大，无法求解；liuzichong 可以"),
            Language::Traditional => format!("{game} 太大，無法求解；liuzichong 可以"),
        }),
    }
    let setup = LiuzichongSetup::parse("startpos", rules.iter().map(String::as_str));
    Ok(setup.map_err(|error| anyhow!(error.localize(language)))?.position.rules())
}

/// What must be solved before the computer can play this game.
pub(crate) fn solve_if_needed(game: &AnyGame) -> SolvedTable {
    SolvedTable::for_game(game, |rules| solve_with_progress(rules, &ThreadCount::new(None)))
}

/// Solves with a progress bar, where somebody would see it.
pub(crate) fn solve_with_progress(rules: HouseRules, parallelism: &dyn Executor) -> Tablebase {
    let style =
        ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed}").expect("a template of our own");
    let bar = ProgressBar::no_length().with_style(style);
    let table = solve(rules, parallelism, &mut |progress| {
        bar.set_length(progress.entries as u64);
        bar.set_position(progress.decided as u64);
    });
    bar.finish_and_clear();
    table
}

fn create(path: &Path, language: Language) -> Result<File> {
    File::create_new(path).with_context(|| {
        let path = path.display();
        match language {
            Language::English => format!("the table cannot be written to {path}"),
            Language::Simplified => format!("棋库无法写到 {path}"),
            Language::Traditional => format!("棋庫無法寫到 {path}"),
        }
    })
}

/// The counts, the start with its moves, and the longest win with its line.
fn print_summary(table: &Tablebase, output: &mut impl Write) -> Result<()> {
    let stats = table.stats();
    writeln!(output, "rules {}", table.rules())?;
    writeln!(output, "positions {}", stats.positions())?;
    writeln!(output, "won {}\nlost {}\ndrawn {}", stats.won, stats.lost, stats.drawn)?;
    let start = Position::start();
    writeln!(output, "start {}", value_text(table.probe(&start)))?;
    let mut moves = table.probe_moves(&start);
    moves.sort_by_key(|(mv, _)| mv.to_string());
    for (mv, verdict) in moves {
        writeln!(output, "{mv} {}", value_text(verdict))?;
    }
    if let Some(longest) = table.longest_win() {
        writeln!(output, "longest win {} plies from {}", longest.plies, longest.position)?;
        let line: Vec<String> = table.best_line(&longest.position).iter().map(ToString::to_string).collect();
        writeln!(output, "line {}", line.join(" "))?;
    }
    Ok(())
}

fn value_text(verdict: ProbeResult) -> String {
    match verdict.plies {
        None => wdl_key(verdict.wdl).to_owned(),
        Some(plies) => format!("{} in {plies} plies", wdl_key(verdict.wdl)),
    }
}

/// `win`, `draw` or `loss`, the key that scripts read.
pub(crate) const fn wdl_key(value: Wdl) -> &'static str {
    match value {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}

/// The most memory this process has used, where the system tells.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(format!("{:.1} MiB", kibibytes / 1024.0))
}
