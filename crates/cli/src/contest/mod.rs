//! `yipan match`: games between two players, and what they say about strength.

mod bout;
mod end;
mod entrant;
mod fault;
mod guest;
mod hall;
mod opening;
mod pace;
mod player;
mod process;
mod rating;
mod score_sheet;
mod summary;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use yipan_engine::computer::Strength;
use yipan_games::AnyGame;
use yipan_rules::{Language, Seat, Words};

use self::bout::Bout;
use self::entrant::{Asked, Entrant};
use self::guest::Guest;
use self::hall::Hall;
use self::opening::Openings;
use self::pace::Pace;
use self::rating::{Ruling, Sprt};
use self::score_sheet::{Heading, ScoreSheet};
use self::summary::Summary;
use crate::arguments::MatchOptions;
use crate::seed::seed;
use crate::solve;

pub(crate) fn run(options: &MatchOptions, language: Language) -> Result<ExitCode> {
    let game = options.game.start(language)?;
    let read = |text: &str| Entrant::read(text, &game).map_err(|error| anyhow!(error.words(language)));
    let entrants = [read(&options.first)?, read(&options.second)?];
    let pace = Pace {
        movetime: options.movetime,
        nodes: options.nodes,
        depth: options.depth,
        margin: options.margin,
    };
    check(&entrants, &pace, options, &game, language)?;
    let openings = match &options.openings {
        Some(text) => {
            text.parse().map_err(|error: opening::UnknownOpenings| anyhow!(error.words(language)))?
        }
        None => Openings::usual(&game),
    };
    let sprt = options.sprt.as_deref().map(str::parse::<Sprt>).transpose();
    let sprt = sprt.map_err(|error| anyhow!(error.words(language)))?;
    let mut archive = Archive::open(options, &game, language)?;
    let seed = options.seed.map_or_else(seed, Ok)?;
    let hall = Hall {
        solved: solve::needed(&game),
        options: options.game.options(),
        game,
        entrants,
        openings,
        pace,
        plies: options.plies as usize,
        games: options.games as usize,
        seed,
        language,
    };
    let mut summary = Summary::new(&hall, sprt);
    let bar = progress_bar(options.games);
    hall.play(usize::from(options.concurrency), &mut |number, bout| {
        archive.keep(&hall, number, bout)?;
        summary.add(&hall, number, bout);
        bar.set_position(number as u64 + 1);
        bar.set_message(summary.score());
        Ok(summary.ruling() != Ruling::Open)
    })?;
    bar.finish_and_clear();
    let text = if options.json { summary.json()? } else { summary.text(language) };
    writeln!(anstream::stdout(), "{}", text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// What is better said before the first game than in the middle of the match.
fn check(
    entrants: &[Entrant; 2],
    pace: &Pace,
    options: &MatchOptions,
    game: &AnyGame,
    language: Language,
) -> Result<()> {
    if options.games % 2 == 1 {
        bail!(language.pick(
            "each opening is played with both colours; ask for an even number of games",
            "每个开局双方各执一次先手，请给出偶数盘",
            "每個開局雙方各執一次先手，請給出偶數盤",
        ));
    }
    let needs_limit = |entrant: &Entrant| {
        entrant.is_program() || entrant.player == Asked::Computer(Strength::Best) && !is_solved(game)
    };
    if pace.is_endless() && entrants.iter().any(needs_limit) {
        bail!(language.pick(
            "a program or `best` thinks without end; set --movetime, --nodes or --depth",
            "程序和 `best` 会一直思考；请设 --movetime、--nodes 或 --depth",
            "程式和 `best` 會一直思考；請設 --movetime、--nodes 或 --depth",
        ));
    }
    if let Some(outcome) = game.outcome() {
        bail!("{}: {}", language.pick("the game is over", "棋局已结束", "棋局已結束"), outcome.why(language));
    }
    for entrant in entrants {
        if let Asked::Program(program) = &entrant.player {
            Guest::invite(program, game).map_err(|fault| anyhow!("{entrant}: {}", fault.words(language)))?;
        }
    }
    Ok(())
}

/// Whether the best move is looked up rather than searched for.
fn is_solved(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Liuzichong(_))
}

/// A bar with the score so far, where somebody would see it.
fn progress_bar(games: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {elapsed}, {eta} left");
    ProgressBar::new(u64::from(games)).with_style(style.expect("a template of our own"))
}

/// Where the games are kept.
struct Archive {
    pgn: Option<(PathBuf, File)>,
    records: Option<PathBuf>,
}

impl Archive {
    fn open(options: &MatchOptions, game: &AnyGame, language: Language) -> Result<Archive> {
        if options.pgn.is_some() && !ScoreSheet::has_pgn(game) {
            bail!(language.pick(
                "this game is not kept in PGN; --records FOLDER keeps records that `yipan replay` shows",
                "这种棋没有 PGN 棋谱；--records 目录 可以保存棋谱，用 `yipan replay` 重放",
                "這種棋沒有 PGN 棋譜；--records 目錄 可以儲存棋譜，用 `yipan replay` 重播",
            ));
        }
        // Games that are there already are somebody's.
        let create = |path: &PathBuf| {
            File::create_new(path).map(|file| (path.clone(), file)).with_context(|| told(path, language))
        };
        let pgn = options.pgn.as_ref().map(create).transpose()?;
        if let Some(folder) = &options.records {
            std::fs::create_dir(folder).with_context(|| told(folder, language))?;
        }
        Ok(Archive { pgn, records: options.records.clone() })
    }

    /// Keeps a game as soon as it is over.
    fn keep(&mut self, hall: &Hall, number: usize, bout: &Bout) -> Result<()> {
        let names = Seat::BOTH.map(|seat| hall.entrant(number, seat).to_string());
        let heading = Heading { number: number + 1, players: [&names[0], &names[1]] };
        if let Some((path, file)) = &mut self.pgn {
            let text = bout.sheet.pgn(&heading, &bout.end).unwrap_or_default();
            let gap = if number == 0 { "" } else { "\n" };
            write!(file, "{gap}{text}").with_context(|| told(path, hall.language))?;
        }
        if let Some(folder) = &self.records {
            let path = folder.join(format!("{:04}.yipan", number + 1));
            let record = bout.sheet.record(&hall.options, &heading, &bout.end)?;
            std::fs::write(&path, record).with_context(|| told(&path, hall.language))?;
        }
        Ok(())
    }
}

fn told(path: &Path, language: Language) -> String {
    let path = path.display();
    match language {
        Language::English => format!("the games cannot be written to {path}"),
        Language::Simplified => format!("棋谱无法写到 {path}"),
        Language::Traditional => format!("棋譜無法寫到 {path}"),
    }
}
