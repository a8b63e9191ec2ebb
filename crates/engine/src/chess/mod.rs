//! Chess, as the search plays it.

mod endgame_scale;
mod evaluation;
mod evaluator;
mod features;
mod king;
mod network;
mod pawns;
mod threats;

use std::sync::LazyLock;

use yipan_chess::{Bitboard, Chess, Move, PieceKind, Position, attacks};
use yipan_core::{MoveGenerator, MoveKind, MoveList, splitmix64};

use crate::book::Book;
use crate::level_player::Playable;
use crate::search_game::{MoveFeatures, PathEntry, RuleOutcome, SearchGame};

pub use evaluation::{sample, weights, write_weights};
pub use evaluator::ChessEvaluator;
pub use network::Network;

/// What of a game before the search is needed: the keys of its positions since the last capture or pawn move,
/// without the position that is searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameHistory {
    /// The keys, the latest last.
    pub keys: Vec<u64>,
}

impl GameHistory {
    /// The past of a game from these positions, the one to be searched not among them.
    pub fn from_positions<'a>(positions: impl IntoIterator<Item = &'a Position>) -> GameHistory {
        GameHistory { keys: positions.into_iter().map(MoveGenerator::key).collect() }
    }
}

impl From<&Chess> for GameHistory {
    fn from(game: &Chess) -> GameHistory {
        let (_, before) = game.position_keys().split_last().unwrap_or((&0, &[]));
        GameHistory { keys: before.to_vec() }
    }
}

impl Playable for Position {
    type Evaluator = ChessEvaluator;

    fn opening_book() -> &'static Book<Position> {
        static BOOK: LazyLock<Book<Position>> = LazyLock::new(|| {
            let read = |position: &Position, text: &str| position.resolve_uci(text.parse().ok()?).ok();
            Book::parse(&Position::start(), include_str!("../../book/chess.txt"), read)
                .expect("every path of the book is legal")
        });
        &BOOK
    }
}

impl SearchGame for Position {
    type GameHistory = GameHistory;

    const PIECE_KINDS: usize = 6;
    const CELLS: usize = 64;
    const PIECE_VALUES: &'static [i32] = &[100, 320, 330, 500, 900, 20_000];
    const WINNING_EVAL: i32 = 700;
    const STALEMATE_IS_LOSS: bool = false;

    #[inline]
    fn move_bits(mv: Move) -> u16 {
        mv.bits()
    }

    #[inline]
    fn legal_move_from_bits(&self, bits: u16) -> Option<Move> {
        let mv = Move::from_bits(bits);
        (bits != 0 && self.is_legal(mv)).then_some(mv)
    }

    #[inline]
    fn move_features(&self, mv: Move) -> MoveFeatures {
        let piece = self.piece_at(mv.from()).map_or(0, |piece| piece.color.index() * 6 + piece.kind as usize);
        let captured = if mv.is_castling() {
            None
        } else if mv.is_en_passant() {
            Some(PieceKind::Pawn as usize)
        } else {
            self.piece_at(mv.to()).map(|victim| victim.kind as usize)
        };
        MoveFeatures { piece, from: mv.from().index(), to: mv.to().index(), captured }
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        let is_capture = self.occupied().contains(mv.to()) && !mv.is_castling();
        is_capture || mv.is_en_passant() || mv.promotes_to() == Some(PieceKind::Queen)
    }

    fn generate_tactical_moves(&self, out: &mut MoveList<Move>) {
        self.generate_moves(MoveKind::Captures, out);
        let seventh = Bitboard(match self.side_to_move() {
            yipan_chess::WHITE => 0x00ff_0000_0000_0000,
            yipan_chess::BLACK => 0x0000_0000_0000_ff00,
        });
        if (self.by_color_and_kind(self.side_to_move(), PieceKind::Pawn) & seventh).any() {
            let mut quiet = MoveList::new();
            self.generate_moves(MoveKind::Quiets, &mut quiet);
            out.extend(quiet.into_iter().filter(|mv| mv.promotes_to() == Some(PieceKind::Queen)));
        }
    }

    #[inline]
    fn in_check(&self) -> bool {
        Position::in_check(self)
    }

    /// The squares from which each kind attacks the enemy king.
    type CheckSquares = [Bitboard; 6];

    fn check_squares(&self) -> [Bitboard; 6] {
        let (us, occupied) = (self.side_to_move(), self.occupied());
        let king = self.king(us.other());
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let pawn = attacks::pawn(us.other(), king);
        [pawn, attacks::knight(king), diagonal, straight, diagonal | straight, Bitboard::EMPTY]
    }

    #[inline]
    fn gives_check(&self, mv: Move, check_squares: &[Bitboard; 6]) -> bool {
        let kind = mv.promotes_to().or_else(|| self.piece_at(mv.from()).map(|piece| piece.kind));
        kind.is_some_and(|kind| check_squares[kind as usize].contains(mv.to()))
    }

    fn null_move(&self) -> Position {
        let mut next = *self;
        next.null_move_unchecked();
        next
    }

    fn allows_null_move(&self) -> bool {
        let us = self.side_to_move();
        let minor =
            self.by_color_and_kind(us, PieceKind::Knight) | self.by_color_and_kind(us, PieceKind::Bishop);
        minor.len() > 1
            || (self.by_color_and_kind(us, PieceKind::Rook) | self.by_color_and_kind(us, PieceKind::Queen))
                .any()
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let features = self.move_features(mv);
        let captured_value = features.captured.map_or(0, |kind| Self::PIECE_VALUES[kind]);
        let promoted = mv.promotes_to();
        if promoted.is_none() {
            // Not enough even if nobody takes back, or enough even if the man is lost.
            if captured_value < threshold {
                return false;
            }
            if captured_value - Self::PIECE_VALUES[features.piece % 6] >= threshold {
                return true;
            }
        }
        self.see(mv) >= threshold
    }

    fn correction_key(&self) -> u64 {
        let pawns = |color| self.by_color_and_kind(color, PieceKind::Pawn).0;
        splitmix64(pawns(yipan_chess::WHITE) ^ splitmix64(pawns(yipan_chess::BLACK)).1).1
    }

    fn rule_outcome(game_history: &GameHistory, path: &[PathEntry<Position>]) -> Option<RuleOutcome> {
        let ply = path.len() - 1;
        let here = &path[ply];
        let quiet = usize::from(here.position.halfmove_clock());
        // A mate on the hundredth ply comes first, and the search sees it one ply later than the rule would.
        if quiet >= 100 && !(here.in_check && here.position.count_legal_moves() == 0) {
            return Some(RuleOutcome::Draw);
        }
        if here.position.has_insufficient_material() {
            return Some(RuleOutcome::Draw);
        }
        // Once within the line counts as a draw: what helped the first time would help again. Before the root it
        // must have been there twice, as the rule has it.
        let mut earlier = 0;
        let mut back = 4;
        while back <= quiet {
            let (key, in_line) = match ply.checked_sub(back) {
                Some(at) => (path[at].key, at > 0),
                None => match game_history.keys.len().checked_sub(back - ply) {
                    Some(at) => (game_history.keys[at], false),
                    None => break,
                },
            };
            if key == here.key {
                earlier += if in_line { 2 } else { 1 };
                if earlier >= 2 {
                    return Some(RuleOutcome::Draw);
                }
            }
            back += 2;
        }
        None
    }
}
