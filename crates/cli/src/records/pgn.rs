use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use yipan_core::{Language, Localize};
use yipan_games::GameKind;
use yipan_xiangqi::files::{LeftOut, dhtmlxq, encoding, xqf};

use super::written_game::WrittenGame;
use crate::arguments::{FileFormat, PgnOptions};

/// The file is read in chunks, so that its size does not matter.
const CHUNK_BYTES: usize = 1 << 16;

/// Formats other than PGN hold one game and are read whole, up to this size.
const MAX_GAME_BYTES: u64 = 16 << 20;

pub(crate) fn run(options: &PgnOptions, language: Language) -> Result<ExitCode> {
    let mut input = open(&options.file)?;
    let output = BufWriter::new(io::stdout().lock());
    let format = options.write.then_some(options.format);
    let left_out = LeftOut::default();
    let mut check = PgnCheck { language, format, output, games: 0, errors: 0, plies: 0, left_out };
    match options.game {
        GameKind::Chess if options.format != FileFormat::Pgn => bail!(language.choose(
            "only xiangqi has this format; chess is written as PGN",
            "只有象棋有这种格式；国际象棋写成 PGN",
            "只有象棋有這種格式；國際象棋寫成 PGN",
        )),
        GameKind::Chess => read_chess(&mut *input, &mut check)?,
        GameKind::Xiangqi => read_xiangqi(&mut *input, &mut check)?,
        GameKind::Liuzichong => bail!(language.choose(
            "liuzichong has no PGN; use `yipan replay` for records and --position for .6zc files",
            "六子冲没有 PGN；棋谱请用 `yipan replay`，.6zc 存档请用 --position",
            "六子衝沒有 PGN；棋譜請用 `yipan replay`，.6zc 存檔請用 --position",
        )),
    }
    check.finish()
}

fn open(path: &Path) -> Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(Box::new(file))
}

fn read_chess(input: &mut dyn Read, check: &mut PgnCheck<impl Write>) -> Result<()> {
    use yipan_chess::pgn::{Game, Reader};
    let plies = |game: &Game| game.main_line.nodes.len();
    let mut reader = Reader::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let length = fill_chunk(input, &mut chunk)?;
        if length == 0 {
            break;
        }
        for game in reader.feed(&chunk[..length]) {
            check.add(game, plies, |game, _| WrittenGame::pgn(game))?;
        }
    }
    reader.finish().try_for_each(|game| check.add(game, plies, |game, _| WrittenGame::pgn(game)))
}

/// Reads XQF, DhtmlXQ or PGN in any encoding. The format is detected by the first chunk.
fn read_xiangqi(input: &mut dyn Read, check: &mut PgnCheck<impl Write>) -> Result<()> {
    use yipan_xiangqi::files::{Game, pgn::Reader};
    let plies = |game: &Game| game.main_line.nodes.len();
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut length = fill_chunk(input, &mut chunk)?;
    if chunk[..length].starts_with(b"XQ") {
        return check.add(xqf::read(&read_rest(&chunk[..length], input)?), plies, WrittenGame::xiangqi);
    }
    if chunk[..length].windows(8).any(|window| window == b"[DhtmlXQ") {
        let bytes = read_rest(&chunk[..length], input)?;
        return check.add(dhtmlxq::read(&encoding::decode(&bytes).0), plies, WrittenGame::xiangqi);
    }
    let mut reader = Reader::new();
    while length > 0 {
        for game in reader.feed(&chunk[..length]) {
            check.add(game, plies, WrittenGame::xiangqi)?;
        }
        length = fill_chunk(input, &mut chunk)?;
    }
    reader.finish().try_for_each(|game| check.add(game, plies, WrittenGame::xiangqi))
}

/// Fills the chunk unless the input ends, as a slow pipe may return less than the start of a file.
fn fill_chunk(input: &mut dyn Read, chunk: &mut [u8]) -> Result<usize> {
    let mut length = 0;
    while length < chunk.len() {
        match input.read(&mut chunk[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error).context("cannot read the whole file"),
        }
    }
    Ok(length)
}

/// Returns the bytes read so far and the rest of the input.
fn read_rest(read: &[u8], input: &mut dyn Read) -> Result<Vec<u8>> {
    let mut bytes = read.to_vec();
    input.take(MAX_GAME_BYTES).read_to_end(&mut bytes).context("cannot read the whole file")?;
    ensure!(
        bytes.len() as u64 <= MAX_GAME_BYTES,
        "the file is longer than {MAX_GAME_BYTES} bytes; it is no single game"
    );
    Ok(bytes)
}

struct PgnCheck<W> {
    language: Language,
    /// The format in which the games are written, if they are.
    format: Option<FileFormat>,
    output: W,
    games: usize,
    errors: usize,
    plies: usize,
    /// The sum over the written games.
    left_out: LeftOut,
}

impl<W: Write> PgnCheck<W> {
    fn add<G>(
        &mut self,
        game: Result<G, impl Localize>,
        plies: impl Fn(&G) -> usize,
        written: impl Fn(&G, FileFormat) -> WrittenGame,
    ) -> Result<()> {
        match game {
            Ok(game) => {
                if let Some(format) = self.format {
                    self.write(&written(&game, format), format)?;
                }
                self.games += 1;
                self.plies += plies(&game);
            }
            Err(error) => {
                self.errors += 1;
                eprintln!("{}", error.localize(self.language));
            }
        }
        Ok(())
    }

    fn write(&mut self, WrittenGame { bytes, left_out }: &WrittenGame, format: FileFormat) -> Result<()> {
        if self.games > 0 {
            ensure!(
                format != FileFormat::Xqf,
                self.language.choose(
                    "an XQF file has one game, and this file has several; the first one was written",
                    "XQF 文件只有一局棋，而此文件有多局；已写出第一局",
                    "XQF 檔案只有一局棋，而此檔案有多局；已寫出第一局",
                )
            );
            writeln!(self.output)?;
        }
        self.output.write_all(bytes)?;
        self.left_out.glyphs += left_out.glyphs;
        self.left_out.tags += left_out.tags;
        self.left_out.counters += left_out.counters;
        Ok(())
    }

    /// Prints the counts, to standard error if the games go to standard output.
    fn finish(mut self) -> Result<ExitCode> {
        let PgnCheck { games, errors, plies, left_out, .. } = self;
        let summary = format!("games {games}, plies {plies}, errors {errors}");
        if self.format.is_some() {
            eprintln!("{summary}");
            let LeftOut { glyphs, tags, counters } = left_out;
            if left_out != LeftOut::default() {
                eprintln!("left out: glyphs {glyphs}, tags {tags}, move counters {counters}");
            }
        } else {
            writeln!(self.output, "{summary}")?;
        }
        self.output.flush()?;
        Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
