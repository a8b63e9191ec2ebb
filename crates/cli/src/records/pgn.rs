use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use yipan_core::{Language, Localize};
use yipan_games::GameKind;
use yipan_pgn::{Game, MAX_FAULTS, PgnError, PgnPosition, more_faults};
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
    let mut check = PgnCheck::new(language, format, output);
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
    use yipan_chess::pgn::Reader;
    let mut reader = Reader::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let length = fill_chunk(input, &mut chunk)?;
        if length == 0 {
            break;
        }
        for game in reader.feed(&chunk[..length]) {
            check.add_pgn(game, |game, _| WrittenGame::pgn(game))?;
        }
    }
    reader.finish().try_for_each(|game| check.add_pgn(game, |game, _| WrittenGame::pgn(game)))
}

/// Reads XQF, DhtmlXQ or PGN in any encoding. The format is detected by the first chunk.
fn read_xiangqi(input: &mut dyn Read, check: &mut PgnCheck<impl Write>) -> Result<()> {
    use yipan_xiangqi::files::pgn::Reader;
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut length = fill_chunk(input, &mut chunk)?;
    if chunk[..length].starts_with(b"XQ") {
        return check.add_single(xqf::read(&read_rest(&chunk[..length], input)?));
    }
    if chunk[..length].windows(8).any(|window| window == b"[DhtmlXQ") {
        let bytes = read_rest(&chunk[..length], input)?;
        return check.add_single(dhtmlxq::read(&encoding::decode(&bytes).0));
    }
    let mut reader = Reader::new();
    while length > 0 {
        for game in reader.feed(&chunk[..length]) {
            check.add_pgn(game, WrittenGame::xiangqi)?;
        }
        length = fill_chunk(input, &mut chunk)?;
    }
    reader.finish().try_for_each(|game| check.add_pgn(game, WrittenGame::xiangqi))
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
    /// The games that were read to their end, with or without faults.
    games: usize,
    plies: usize,
    errors: usize,
    /// The games that were read without their faulty parts.
    repaired: usize,
    /// The games of which a move could not be read.
    unreadable: usize,
    /// The sum over the written games.
    left_out: LeftOut,
}

impl<W: Write> PgnCheck<W> {
    fn new(language: Language, format: Option<FileFormat>, output: W) -> PgnCheck<W> {
        PgnCheck {
            language,
            format,
            output,
            games: 0,
            plies: 0,
            errors: 0,
            repaired: 0,
            unreadable: 0,
            left_out: LeftOut::default(),
        }
    }

    /// Adds a game of a PGN file. A game whose main line is cut by a fault is not written, because it would pass for the whole
    /// game.
    fn add_pgn<S: PgnPosition>(
        &mut self,
        game: Result<Game<S>, PgnError<S>>,
        written: impl Fn(&Game<S>, FileFormat) -> WrittenGame,
    ) -> Result<()> {
        let error = match game {
            Ok(game) => return self.add(&game, written),
            Err(error) => error,
        };
        error.faults.iter().for_each(|fault| self.report(fault));
        self.errors += error.omitted_faults;
        if error.is_read_to_end {
            self.repaired += 1;
            self.add(&error.partial_game, written)?;
        } else if *error.partial_game != Game::default() {
            self.unreadable += 1;
        }
        Ok(())
    }

    /// Adds the game of a file that has only one.
    fn add_single(&mut self, game: Result<yipan_xiangqi::files::Game, impl Localize>) -> Result<()> {
        match game {
            Ok(game) => self.add(&game, WrittenGame::xiangqi),
            Err(error) => {
                self.report(&error);
                Ok(())
            }
        }
    }

    fn add<S: PgnPosition>(
        &mut self,
        game: &Game<S>,
        written: impl Fn(&Game<S>, FileFormat) -> WrittenGame,
    ) -> Result<()> {
        if let Some(format) = self.format {
            self.write(&written(game, format), format)?;
        }
        self.games += 1;
        self.plies += game.main_line.nodes.len();
        Ok(())
    }

    /// Prints an error, unless there were too many before it.
    fn report(&mut self, error: &impl Localize) {
        if self.errors < MAX_FAULTS {
            eprintln!("{}", error.localize(self.language));
        }
        self.errors += 1;
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
        let PgnCheck { language, games, errors, plies, repaired, unreadable, left_out, .. } = self;
        if errors > MAX_FAULTS {
            eprintln!("{}", more_faults(errors - MAX_FAULTS, language));
        }
        let summary = format!("games {games}, plies {plies}, errors {errors}");
        if self.format.is_some() {
            if repaired > 0 {
                eprintln!("{}", repaired_text(repaired, language));
            }
            if unreadable > 0 {
                eprintln!("{}", unreadable_text(unreadable, language));
            }
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

/// Returns the sentence about games that were written without what is faulty in them.
fn repaired_text(games: usize, language: Language) -> String {
    match language {
        Language::English => format!("games written without their faulty parts: {games}"),
        Language::Simplified => format!("有 {games} 局略去错误部分后写出"),
        Language::Traditional => format!("有 {games} 局略去錯誤部分後寫出"),
    }
}

/// Returns the sentence about games that were not written.
fn unreadable_text(games: usize, language: Language) -> String {
    match language {
        Language::English => format!("games not written, because a move cannot be read: {games}"),
        Language::Simplified => format!("有 {games} 局因着法无法读取而未写出"),
        Language::Traditional => format!("有 {games} 局因著法無法讀取而未寫出"),
    }
}
