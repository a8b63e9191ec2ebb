//! `yipan play`.

mod command;
mod engine_task;
mod line_mode;
mod messages;
mod move_log;
mod screen;
mod session;
mod status;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use yipan_core::{Language, Localize, Side};
use yipan_engine::computer::Strength;
use yipan_games::{AnyGame, GameOptions};
use yipan_local_play::{LocalGame, LocalSetup, PlayerKind};

use self::session::Session;
use crate::arguments::PlayOptions;
use crate::seed::random_seed;

pub(crate) fn run(options: &PlayOptions, language: Language) -> Result<ExitCode> {
    let game = options.game.start(language)?;
    let human_side = match &options.side {
        Some(side) => parse_side(side, &game, language)?,
        None => Side::First,
    };
    let level = Strength::parse_level(&options.level, game.kind());
    let computer = PlayerKind::Computer(level.map_err(|error| anyhow!(error.localize(language)))?);
    let players = match human_side {
        _ if options.two_players => [PlayerKind::Human; 2],
        Side::First => [PlayerKind::Human, computer],
        Side::Second => [computer, PlayerKind::Human],
    };
    let seed = options.seed.map_or_else(random_seed, Ok)?;
    let GameOptions { position, rules, modes } = options.game.options();
    let setup = LocalSetup { position, rules, modes, ..LocalSetup::default_for(game.kind(), players, seed) };
    let local = LocalGame::start(setup).map_err(|error| anyhow!(error.localize(language)))?;
    let mut session = Session::new(local, language);
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        screen::run(&mut session)?;
        let mut output = anstream::stdout();
        session.status().iter().try_for_each(|line| writeln!(output, "{line}"))?;
    } else {
        line_mode::run(&mut session, &mut io::stdin().lock(), &mut anstream::stdout())?;
    }
    writeln!(anstream::stdout(), "{}", session.closing_message())?;
    Ok(ExitCode::SUCCESS)
}

fn parse_side(text: &str, game: &AnyGame, language: Language) -> Result<Side> {
    let found = Side::BOTH.into_iter().find(|&side| game.side_key(side) == text);
    let keys = Side::BOTH.map(|side| game.side_key(side));
    found.ok_or_else(|| anyhow!(messages::unknown_side(text, keys, language)))
}
