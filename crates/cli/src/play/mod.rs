//! `yipan play`: a game at the terminal, against the computer or between two people.

mod command;
mod lines;
mod screen;
mod session;
mod status;
mod thought;
mod words;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use yipan_engine::computer::Strength;
use yipan_games::AnyGame;
use yipan_rules::{Language, Seat, Words};

use self::session::{Session, Sitting};
use crate::arguments::PlayOptions;
use crate::seed::seed;

pub(crate) fn run(options: &PlayOptions, language: Language) -> Result<ExitCode> {
    let game = options.game.start(language)?;
    let sitting = match &options.side {
        _ if options.two => Sitting::Two,
        Some(side) => Sitting::Person(seat(side, &game, language)?),
        None => Sitting::Person(Seat::First),
    };
    let strength = Strength::level(&options.level, game.kind());
    let strength = strength.map_err(|error| anyhow!(error.words(language)))?;
    let seed = options.seed.map_or_else(seed, Ok)?;
    let mut session = Session::new(game, &options.game.options(), sitting, strength, seed, language);
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        screen::run(&mut session)?;
        let mut output = anstream::stdout();
        session.status().iter().try_for_each(|line| writeln!(output, "{line}"))?;
    } else {
        lines::run(&mut session, &mut io::stdin().lock(), &mut anstream::stdout())?;
    }
    writeln!(anstream::stdout(), "{}", session.farewell())?;
    Ok(ExitCode::SUCCESS)
}

fn seat(text: &str, game: &AnyGame, language: Language) -> Result<Seat> {
    let found = Seat::BOTH.into_iter().find(|&seat| game.seat_key(seat) == text);
    let keys = Seat::BOTH.map(|seat| game.seat_key(seat));
    found.ok_or_else(|| anyhow!(words::no_such_side(text, keys, language)))
}
