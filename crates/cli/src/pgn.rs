use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use yipan_chess::pgn::{Game, PgnError, Reader};
use yipan_rules::{Language, Words};

use crate::arguments::PgnOptions;

/// Reads the file in pieces, so that its size does not matter.
const PIECE: usize = 1 << 16;

pub(crate) fn run(options: &PgnOptions, language: Language) -> Result<ExitCode> {
    let mut input = open(&options.file)?;
    let mut tally = Tally { language, write: options.write, ..Tally::default() };
    let mut output = BufWriter::new(io::stdout().lock());
    let mut reader = Reader::new();
    let mut piece = vec![0; PIECE];
    loop {
        let length = input
            .read(&mut piece)
            .with_context(|| format!("{} cannot be read to its end", options.file.display()))?;
        if length == 0 {
            break;
        }
        for game in reader.feed(&piece[..length]) {
            tally.take(game, &mut output)?;
        }
    }
    for game in reader.finish() {
        tally.take(game, &mut output)?;
    }
    output.flush()?;
    let Tally { games, faults, plies, .. } = tally;
    let summary = format!("games {games}, plies {plies}, faults {faults}");
    if options.write {
        eprintln!("{summary}");
    } else {
        writeln!(output, "{summary}")?;
    }
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn open(path: &Path) -> Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("{} cannot be opened", path.display()))?;
    Ok(Box::new(file))
}

#[derive(Default)]
struct Tally {
    language: Language,
    write: bool,
    games: usize,
    faults: usize,
    plies: usize,
}

impl Tally {
    fn take(&mut self, game: Result<Game, PgnError>, output: &mut impl Write) -> Result<()> {
        match game {
            Ok(game) => {
                if self.write {
                    if self.games > 0 {
                        writeln!(output)?;
                    }
                    write!(output, "{game}")?;
                }
                self.games += 1;
                self.plies += game.line.nodes.len();
            }
            Err(fault) => {
                self.faults += 1;
                eprintln!("{}", fault.words(self.language));
            }
        }
        Ok(())
    }
}
