//! PGN files of any size.

use std::mem;

use pyo3::prelude::*;
use yipan_core::Localize;
use yipan_games::GameKind;
use yipan_pgn::{Game, PgnError, PgnPosition, Reader};

use crate::errors::YipanError;

/// A reader that is fed bytes and returns games. It buffers one game and the last bytes.
#[pyclass(module = "yipan")]
pub(crate) struct PgnReader(AnyReader);

enum AnyReader {
    Chess(Reader<yipan_chess::Position>),
    Xiangqi(Reader<yipan_xiangqi::Position>),
}

/// A game of a PGN file.
#[pyclass(frozen, get_all, module = "yipan")]
#[derive(Clone, Debug)]
pub(crate) struct PgnGame {
    /// The name of the game.
    kind: &'static str,
    /// The tags in the order of the file.
    tags: Vec<(String, String)>,
    /// The first position.
    fen: String,
    /// The moves of the main line in UCI notation; `0000` for a null move.
    moves: Vec<String>,
    /// The comment after each move of the main line.
    comments: Vec<String>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: String,
    /// The error at which reading stopped, with line and column; `None` for a complete game.
    error: Option<String>,
    /// The game as PGN, with its variations.
    text: String,
}

#[pymethods]
impl PgnGame {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<PgnGame {} moves={} result={}>", self.kind, self.moves.len(), self.result)
    }
}

#[pymethods]
impl PgnReader {
    #[new]
    #[pyo3(signature = (kind="chess"))]
    fn new(kind: &str) -> PyResult<PgnReader> {
        match kind.parse() {
            Ok(GameKind::Chess) => Ok(PgnReader(AnyReader::Chess(Reader::new()))),
            Ok(GameKind::Xiangqi) => Ok(PgnReader(AnyReader::Xiangqi(Reader::new()))),
            _ => Err(YipanError::new_err(format!("PGN holds games of chess or xiangqi, not `{kind}`"))),
        }
    }

    /// Appends bytes of the file and returns the games that are complete.
    fn feed(&mut self, py: Python<'_>, chunk: &[u8]) -> Vec<PgnGame> {
        let reader = &mut self.0;
        py.detach(|| match reader {
            AnyReader::Chess(reader) => reader.feed(chunk).map(chess_game).collect(),
            AnyReader::Xiangqi(reader) => reader.feed(chunk).map(xiangqi_game).collect(),
        })
    }

    /// Ends the file and returns the last games. The reader can then read another file.
    fn finish(&mut self) -> Vec<PgnGame> {
        match &mut self.0 {
            AnyReader::Chess(reader) => mem::take(reader).finish().map(chess_game).collect(),
            AnyReader::Xiangqi(reader) => mem::take(reader).finish().map(xiangqi_game).collect(),
        }
    }
}

fn chess_game(read: Result<Game<yipan_chess::Position>, PgnError<yipan_chess::Position>>) -> PgnGame {
    let write_move = |position: &yipan_chess::Position, mv: &Option<yipan_chess::Move>| {
        mv.map_or_else(|| "0000".to_owned(), |mv| position.uci(mv).to_string())
    };
    pgn_game("chess", read, yipan_chess::Position::to_string, write_move)
}

fn xiangqi_game(read: Result<Game<yipan_xiangqi::Position>, PgnError<yipan_xiangqi::Position>>) -> PgnGame {
    pgn_game("xiangqi", read, yipan_xiangqi::Position::to_string, |_, mv| mv.to_string())
}

fn pgn_game<P: PgnPosition>(
    kind: &'static str,
    read: Result<Game<P>, PgnError<P>>,
    fen: impl Fn(&P) -> String,
    write_move: impl Fn(&P, &P::Ply) -> String,
) -> PgnGame
where
    PgnError<P>: Localize + std::fmt::Display,
    Game<P>: std::fmt::Display,
{
    let (game, error) = match read {
        Ok(game) => (game, None),
        Err(error) => {
            let text = error.to_string();
            (*error.partial_game, Some(text))
        }
    };
    PgnGame {
        kind,
        tags: game.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
        fen: fen(&game.start),
        moves: game.moves().map(|(position, node)| write_move(&position, &node.mv)).collect(),
        comments: game.main_line.nodes.iter().map(|node| node.comment.clone()).collect(),
        result: game.result.to_string(),
        error,
        text: game.to_string(),
    }
}
