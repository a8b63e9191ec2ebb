use yipan_chess::{BLACK, Bitboard, Move, PieceKind, Position, WHITE, attacks};
use yipan_core::{MoveGenerator, MoveKind, MoveList, splitmix64};

use super::game_history::GameHistory;
use crate::search_game::{CellMask, MoveFeatures, PathEntry, RuleOutcome, SearchGame, hash_step};

/// The kinds other than the pawn.
const PIECES: [PieceKind; 5] =
    [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen, PieceKind::King];

impl SearchGame for Position {
    type GameHistory = GameHistory;

    const PIECE_KINDS: usize = 6;
    const CELLS: usize = 64;
    const PIECE_VALUES: &'static [i32] = &yipan_chess::SEE_VALUES;
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
        let us = self.side_to_move();
        let piece = us.index() * 6 + self.kind_at(mv.from()) as usize;
        let captured = if mv.is_en_passant() {
            Some(PieceKind::Pawn as usize)
        } else {
            // A castling king goes to its own rook.
            self.by_color(us.other()).contains(mv.to()).then(|| self.kind_at(mv.to()) as usize)
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
            WHITE => 0x00ff_0000_0000_0000,
            BLACK => 0x0000_0000_0000_ff00,
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

    /// The squares from which each kind of piece attacks the enemy king.
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
        self.see_at_least(mv, threshold)
    }

    fn correction_keys(&self) -> [u64; 3] {
        let pawns = |color| self.by_color_and_kind(color, PieceKind::Pawn).0;
        let pieces =
            |color| PIECES.iter().fold(0, |key, &kind| hash_step(key, self.by_color_and_kind(color, kind).0));
        [splitmix64(pawns(WHITE) ^ splitmix64(pawns(BLACK)).1).1, pieces(WHITE), pieces(BLACK)]
    }

    fn attacked_cells(&self) -> CellMask {
        CellMask(self.attacked_squares(self.side_to_move().other()).0.into())
    }

    fn rule_outcome(game_history: &GameHistory, path: &[PathEntry<Position>]) -> Option<RuleOutcome> {
        let ply = path.len() - 1;
        let here = &path[ply];
        let quiet = usize::from(here.position.halfmove_clock());
        // Checkmate on the hundredth ply takes precedence, and the search detects it only at the move loop.
        if quiet >= 100 && !(here.in_check && here.position.count_legal_moves() == 0) {
            return Some(RuleOutcome::Draw);
        }
        if here.position.has_insufficient_material() {
            return Some(RuleOutcome::Draw);
        }
        // One repetition within the path counts as a draw, because it could be repeated again. Of the positions
        // up to the root two are required, as by the rule.
        let mut earlier = 0;
        let mut back = 4;
        while back <= quiet {
            let (key, in_path) = match ply.checked_sub(back) {
                Some(at) => (path[at].key, at > 0),
                None => match game_history.keys.len().checked_sub(back - ply) {
                    Some(at) => (game_history.keys[at], false),
                    None => break,
                },
            };
            if key == here.key {
                earlier += if in_path { 2 } else { 1 };
                if earlier >= 2 {
                    return Some(RuleOutcome::Draw);
                }
            }
            back += 2;
        }
        None
    }
}
