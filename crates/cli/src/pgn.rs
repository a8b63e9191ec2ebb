use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use yipan_core::{Language, Localize};
use yipan_games::GameKind;
use yipan_xiangqi::files::{dhtmlxq, encoding, xqf};

use crate::arguments::PgnOptions;

/// Reads the file in pieces, so that its size does not matter.
const CHUNK_BYTES: usize = 1 << 16;

/// Formats other than PGN hold one game and are read whole, up to this size.
const MAX_GAME_BYTES: u64 = 16 << 20;

pub(crate) fn run(options: &PgnOptions, language: Language) -> Result<ExitCode> {
    let mut input = open(&options.file)?;
    let output = BufWriter::new(io::stdout().lock());
    let mut tally = PgnCheck { language, write: options.write, output, games: 0, errors: 0, plies: 0 };
    match options.game {
        GameKind::Chess => read_chess(&mut *input, &mut tally)?,
        GameKind::Xiangqi => read_xiangqi(&mut *input, &mut tally)?,
        GameKind::Liuzichong => bail!(language.choose(
            "games of liuzichong are not kept in PGN; `yipan replay` shows a record, and --position reads a .6zc",
            "六子冲没有 PGN 棋谱；`yipan replay` 可以重放棋谱，--position 可以读 .6zc 存档",
            "六子衝沒有 PGN 棋譜；`yipan replay` 可以重播棋譜，--position 可以讀 .6zc 存檔",
        )),
    }
    tally.finish()
}

fn open(path: &Path) -> Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("{} cannot be opened", path.display()))?;
    Ok(Box::new(file))
}

fn read_chess(input: &mut dyn Read, tally: &mut PgnCheck<impl Write>) -> Result<()> {
    use yipan_chess::pgn::{Game, Reader};
    let plies = |game: &Game| game.main_line.nodes.len();
    let mut reader = Reader::new();
    let mut piece = vec![0; CHUNK_BYTES];
    loop {
        let length = fill_chunk(input, &mut piece)?;
        if length == 0 {
            break;
        }
        for game in reader.feed(&piece[..length]) {
            tally.add(game, plies)?;
        }
    }
    reader.finish().try_for_each(|game| tally.add(game, plies))
}

/// Recognises what the file is: XQF and DhtmlXQ by how they begin, else PGN, each in any encoding.
fn read_xiangqi(input: &mut dyn Read, tally: &mut PgnCheck<impl Write>) -> Result<()> {
    use yipan_xiangqi::files::{Game, pgn::Reader};
    let plies = |game: &Game| game.main_line.nodes.len();
    let mut piece = vec![0; CHUNK_BYTES];
    let mut length = fill_chunk(input, &mut piece)?;
    if piece[..length].starts_with(b"XQ") {
        return tally.add(xqf::read(&read_rest(&piece[..length], input)?), plies);
    }
    if piece[..length].windows(8).any(|window| window == b"[DhtmlXQ") {
        let bytes = read_rest(&piece[..length], input)?;
        return tally.add(dhtmlxq::read(&encoding::decode(&bytes).0), plies);
    }
    let mut reader = Reader::new();
    while length > 0 {
        for game in reader.feed(&piece[..length]) {
            tally.add(game, plies)?;
        }
        length = fill_chunk(input, &mut piece)?;
    }
    reader.finish().try_for_each(|game| tally.add(game, plies))
}

/// Fills the piece as far as the input goes, so that its beginning is not cut by a slow pipe.
fn fill_chunk(input: &mut dyn Read, piece: &mut [u8]) -> Result<usize> {
    let mut length = 0;
    while length < piece.len() {
        match input.read(&mut piece[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error).context("the file cannot be read to its end"),
        }
    }
    Ok(length)
}

/// What was read and the rest of the input.
fn read_rest(read: &[u8], input: &mut dyn Read) -> Result<Vec<u8>> {
    let mut bytes = read.to_vec();
    input.take(MAX_GAME_BYTES).read_to_end(&mut bytes).context("the file cannot be read to its end")?;
    ensure!(
        bytes.len() as u64 <= MAX_GAME_BYTES,
        "the file is longer than {MAX_GAME_BYTES} bytes; it is no single game"
    );
    Ok(bytes)
}

struct PgnCheck<W> {
    language: Language,
    write: bool,
    output: W,
    games: usize,
    errors: usize,
    plies: usize,
}

impl<W: Write> PgnCheck<W> {
    fn add<G: Display>(&mut self, game: Result<G, impl Localize>, plies: impl Fn(&G) -> usize) -> Result<()> {
        match game {
            Ok(game) => {
                if self.write {
                    if self.games > 0 {
                        writeln!(self.output)?;
                    }
                    write!(self.output, "{game}")?;
                }
                self.games += 1;
                self.plies += plies(&game);
            }
            Err(fault) => {
                self.errors += 1;
                eprintln!("{}", fault.localize(self.language));
            }
        }
        Ok(())
    }

    /// Says what there was, beside the games if these are written.
    fn finish(mut self) -> Result<ExitCode> {
        let PgnCheck { games, errors: faults, plies, .. } = self;
        let summary = format!("games {games}, plies {plies}, faults {faults}");
        if self.write {
            eprintln!("{summary}");
        } else {
            writeln!(self.output, "{summary}")?;
        }
        self.output.flush()?;
        Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
