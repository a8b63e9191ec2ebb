//! Other move generators, as a baseline for the benchmarks and for comparison.

mod fairy_stockfish;

pub use self::fairy_stockfish::FairyStockfish;
use shakmaty::Position as _;

/// Counts the leaf nodes of a position to a depth, with bulk counting at the last ply.
pub type Perft = Box<dyn Fn(u32) -> u64>;

/// A crate that generates chess moves.
pub struct Competitor {
    /// The crate's name.
    pub name: &'static str,
    /// Prepares the position of a FEN. Panics if the crate rejects it.
    pub prepare: fn(&str) -> Perft,
}

/// The crates to compare with.
pub const COMPETITORS: [Competitor; 3] = [
    Competitor { name: "cozy-chess", prepare: cozy_chess_perft },
    Competitor { name: "gigachess", prepare: gigachess_perft },
    Competitor { name: "shakmaty", prepare: shakmaty_perft },
];

fn cozy_chess_perft(fen: &str) -> Perft {
    fn perft(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut nodes = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        } else {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    nodes += perft(&next, depth - 1);
                }
                false
            });
        }
        nodes
    }
    let board: cozy_chess::Board = fen.parse().expect("cozy-chess reads the FEN");
    Box::new(move |depth| perft(&board, depth))
}

fn gigachess_perft(fen: &str) -> Perft {
    let board = gigachess::fen::parse_fen(fen).expect("gigachess reads the FEN");
    Box::new(move |depth| board.perft(depth))
}

fn shakmaty_perft(fen: &str) -> Perft {
    fn perft(board: &shakmaty::Chess, depth: u32) -> u64 {
        let moves = board.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut nodes = 0;
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += perft(&next, depth - 1);
        }
        nodes
    }
    let board: shakmaty::Chess = fen
        .parse::<shakmaty::fen::Fen>()
        .expect("shakmaty reads the FEN")
        .into_position(shakmaty::CastlingMode::Standard)
        .expect("shakmaty accepts the position");
    Box::new(move |depth| perft(&board, depth))
}
