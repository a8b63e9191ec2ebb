use yipan_core::{MoveGenerator, splitmix64};
use yipan_xiangqi::{Color, Move, PieceKind, PointSet, Position, attacks};

use super::game_history::GameHistory;
use super::repetition::repetition_outcome;
use crate::search_game::{CellMask, MoveFeatures, PathEntry, RuleOutcome, SearchGame, hash_step};

/// The kinds other than the pawn and the general.
const PIECES: [PieceKind; 5] =
    [PieceKind::Advisor, PieceKind::Elephant, PieceKind::Horse, PieceKind::Rook, PieceKind::Cannon];

impl SearchGame for Position {
    type GameHistory = GameHistory;

    const PIECE_KINDS: usize = 7;
    const CELLS: usize = 90;
    const PIECE_VALUES: &'static [i32] = &yipan_xiangqi::SEE_VALUES;
    const WINNING_EVAL: i32 = 2_000;
    const STALEMATE_IS_LOSS: bool = true;

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
        let piece = us.index() * 7 + self.kind_at(mv.from()) as usize;
        let captured = self.by_color(us.other()).contains(mv.to()).then(|| self.kind_at(mv.to()) as usize);
        MoveFeatures { piece, from: mv.from().index(), to: mv.to().index(), captured }
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        self.by_color(self.side_to_move().other()).contains(mv.to())
    }

    #[inline]
    fn in_check(&self) -> bool {
        Position::in_check(self)
    }

    /// The points from which a horse, rook, cannon or pawn attacks the enemy general, in this order.
    type CheckSquares = [PointSet; 4];

    fn check_squares(&self) -> [PointSet; 4] {
        let us = self.side_to_move();
        let (general, occupied) = (self.general(us.other()), self.occupied());
        let straight = attacks::rook(general, occupied);
        [
            attacks::horse_attackers(general, occupied),
            straight,
            attacks::beyond_screens(general, occupied),
            attacks::pawn_attackers(us, general),
        ]
    }

    #[inline]
    fn gives_check(&self, mv: Move, check_squares: &[PointSet; 4]) -> bool {
        let points = match self.kind_at(mv.from()) {
            PieceKind::Horse => check_squares[0],
            PieceKind::Rook => check_squares[1],
            PieceKind::Cannon => check_squares[2],
            PieceKind::Pawn => check_squares[3],
            PieceKind::General | PieceKind::Advisor | PieceKind::Elephant => return false,
        };
        points.contains(mv.to())
    }

    fn null_move(&self) -> Position {
        let mut next = *self;
        next.pass_unchecked();
        next
    }

    fn allows_null_move(&self) -> bool {
        let of = |kind| self.by_color_and_kind(self.side_to_move(), kind);
        (of(PieceKind::Rook) | of(PieceKind::Cannon) | of(PieceKind::Horse)).any()
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see_at_least(mv, threshold)
    }

    fn correction_keys(&self) -> [u64; 3] {
        // The pawns, and the number of other pieces of each kind.
        let mut mixed = 0;
        for color in Color::BOTH {
            mixed = splitmix64(mixed ^ self.by_color_and_kind(color, PieceKind::Pawn).hash()).1;
            for kind in PIECES {
                mixed = mixed << 2 ^ mixed >> 62 ^ u64::from(self.by_color_and_kind(color, kind).len());
            }
        }
        let pieces = |color| {
            let general = self.by_color_and_kind(color, PieceKind::General).hash();
            PIECES
                .iter()
                .fold(general, |key, &kind| hash_step(key, self.by_color_and_kind(color, kind).hash()))
        };
        [splitmix64(mixed).1, pieces(Color::BOTH[0]), pieces(Color::BOTH[1])]
    }

    fn attacked_cells(&self) -> CellMask {
        CellMask(self.attacked_points(self.side_to_move().other()).bits())
    }

    fn rule_outcome(game_history: &GameHistory, path: &[PathEntry<Position>]) -> Option<RuleOutcome> {
        let ply = path.len() - 1;
        let here = &path[ply];
        let quiet = here.position.halfmove_clock();
        // Checkmate and stalemate take precedence over every draw.
        let draw = || (here.position.count_legal_moves() > 0).then_some(RuleOutcome::Draw);
        if game_history
            .capture_limit
            .is_some_and(|limit| quiet.saturating_sub(game_history.uncounted_plies) >= limit)
        {
            return draw();
        }
        if quiet == 0 && here.position.has_insufficient_material() {
            return draw();
        }
        repetition_outcome(game_history, path)
    }
}
