//! The move generator: legal moves directly from pins and checks, either listed or counted.

use yipan_core::{MoveKind, MoveList};

use crate::attacks::{self, pawn_attacks_east, pawn_attacks_west, pawn_pushes};
use crate::castling::CastlingPath;
use crate::{BLACK, Bitboard, Color, Move, PieceKind, Position, Square, WHITE};

/// A receiver of moves, in the batches in which they are generated.
trait MoveSink {
    /// Adds the moves of one piece to each of the squares.
    fn add_piece_moves(&mut self, from: Square, to: Bitboard);
    /// Adds pawn moves that share the same step, by destination.
    fn add_pawn_moves<const STEP: i8>(&mut self, to: Bitboard);
    /// Adds promotions that share the same step, by destination.
    fn add_promotions<const STEP: i8>(&mut self, to: Bitboard);
    /// Adds a single move.
    fn add_move(&mut self, mv: Move);
}

struct MoveCounter(u64);

impl MoveSink for MoveCounter {
    #[inline]
    fn add_piece_moves(&mut self, _: Square, to: Bitboard) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn add_pawn_moves<const STEP: i8>(&mut self, to: Bitboard) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn add_promotions<const STEP: i8>(&mut self, to: Bitboard) {
        self.0 += 4 * u64::from(to.len());
    }

    #[inline]
    fn add_move(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl MoveSink for MoveList<Move> {
    #[inline]
    fn add_piece_moves(&mut self, from: Square, to: Bitboard) {
        for to in to {
            self.push(Move::normal(from, to));
        }
    }

    #[inline]
    fn add_pawn_moves<const STEP: i8>(&mut self, to: Bitboard) {
        for to in to {
            self.push(Move::normal(origin::<STEP>(to), to));
        }
    }

    #[inline]
    fn add_promotions<const STEP: i8>(&mut self, to: Bitboard) {
        for to in to {
            for kind in PieceKind::PROMOTIONS {
                self.push(Move::promotion(origin::<STEP>(to), to, kind));
            }
        }
    }

    #[inline]
    fn add_move(&mut self, mv: Move) {
        self.push(mv);
    }
}

#[inline]
const fn origin<const STEP: i8>(to: Square) -> Square {
    Square::from_low_bits((to.index() as u32).wrapping_add_signed(-(STEP as i32)))
}

/// The constraints that the king's safety puts on the other pieces.
#[derive(Clone, Copy)]
pub(crate) struct CheckInfo {
    /// The pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The squares where a piece other than the king answers a single check: the checker and the squares
    /// before it (威脅路徑). Every square without a check.
    pub(crate) check_mask: Bitboard,
    /// The squares from the king to each pinning rook or queen. A piece on them may move only within them.
    ///
    /// One set serves all pins of a direction: no move of a pinned piece leads from one of these lines to
    /// another.
    pub(crate) straight_pins: Bitboard,
    /// The pin rays along diagonals.
    pub(crate) diagonal_pins: Bitboard,
}

impl CheckInfo {
    /// No constraints, for pseudo-legal moves.
    const NONE: CheckInfo = CheckInfo {
        checkers: Bitboard::EMPTY,
        check_mask: Bitboard::ALL,
        straight_pins: Bitboard::EMPTY,
        diagonal_pins: Bitboard::EMPTY,
    };
}

impl Position {
    #[inline]
    pub(crate) fn generate(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        match self.side_to_move {
            WHITE => self.generate_into::<true, true, _>(kind, out),
            BLACK => self.generate_into::<false, true, _>(kind, out),
        }
    }

    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let mut count = MoveCounter(0);
        match self.side_to_move {
            WHITE => self.generate_into::<true, true, _>(MoveKind::All, &mut count),
            BLACK => self.generate_into::<false, true, _>(MoveKind::All, &mut count),
        }
        count.0
    }

    /// Appends the pseudo-legal moves: legal but for the safety of the mover's king. Castling moves are
    /// always legal. Check each with [`Position::leaves_king_safe`] before playing it.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// use yipan_core::{MoveKind, MoveList};
    ///
    /// // The knight on e2 is pinned by the rook on e8.
    /// let pinned: Position = "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// let mut moves = MoveList::new();
    /// pinned.pseudo_legal_moves(MoveKind::All, &mut moves);
    /// let safe = moves.iter().filter(|&&mv| pinned.leaves_king_safe(mv)).count();
    /// assert_eq!((moves.len(), safe), (10, 4));
    /// # Ok::<(), yipan_chess::FenError>(())
    /// ```
    pub fn pseudo_legal_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        match self.side_to_move {
            WHITE => self.generate_into::<true, false, _>(kind, out),
            BLACK => self.generate_into::<false, false, _>(kind, out),
        }
    }

    /// Whether a pseudo-legal move leaves the mover's king unattacked.
    #[must_use]
    pub fn leaves_king_safe(&self, mv: Move) -> bool {
        let next = self.after(mv);
        next.attacks_to(next.king(self.side_to_move), next.side_to_move).is_empty()
    }

    // The three functions with `inline(always)` are worth up to a tenth of perft together; see
    // benches/README.md.
    #[inline(always)]
    pub(crate) fn check_info(&self, us: Color) -> CheckInfo {
        let [pawns, knights, bishops, rooks, queens, _] = self.by_kind;
        let (king, occupied, enemy) = (self.king(us), self.occupied(), self.by_color[us.other().index()]);
        let leapers = (attacks::pawn(us, king) & pawns | attacks::knight(king) & knights) & enemy;
        let mut check_info = CheckInfo { checkers: leapers, check_mask: leapers, ..CheckInfo::NONE };
        let mut scan_snipers = |snipers: Bitboard, pins: &mut Bitboard| {
            for sniper in snipers {
                let path = attacks::between(king, sniper);
                let pieces = path & occupied;
                if pieces.is_empty() {
                    check_info.checkers |= sniper.bit();
                    check_info.check_mask |= path | sniper.bit();
                } else if !pieces.more_than_one() {
                    *pins |= path | sniper.bit();
                }
            }
        };
        let (mut straight, mut diagonal) = (Bitboard::EMPTY, Bitboard::EMPTY);
        scan_snipers(attacks::orthogonal_rays(king) & (rooks | queens) & enemy, &mut straight);
        scan_snipers(attacks::diagonal_rays(king) & (bishops | queens) & enemy, &mut diagonal);
        if check_info.checkers.is_empty() {
            check_info.check_mask = Bitboard::ALL;
        }
        CheckInfo { straight_pins: straight, diagonal_pins: diagonal, ..check_info }
    }

    #[inline]
    fn generate_into<const WHITE_MOVES: bool, const LEGAL: bool, C: MoveSink>(
        &self,
        kind: MoveKind,
        out: &mut C,
    ) {
        let us = const { if WHITE_MOVES { WHITE } else { BLACK } };
        let [_, knights, bishops, rooks, queens, _] = self.by_kind;
        let (own, enemy, occupied) =
            (self.by_color[us.index()], self.by_color[us.other().index()], self.occupied());
        let king = self.king(us);
        let check_info = self.check_info(us);
        let wanted = match kind {
            MoveKind::All => !own,
            MoveKind::Captures => enemy,
            MoveKind::Quiets => !occupied,
        };

        // The squares of a castling king are tested together with its steps, because they overlap.
        let steps = attacks::king(king) & wanted;
        let castles =
            kind != MoveKind::Captures && check_info.checkers.is_empty() && self.castling_rooks(us).any();
        if castles {
            self.generate_king_moves::<LEGAL, C>(us, steps, out);
        } else {
            out.add_piece_moves(king, if LEGAL { self.unattacked_squares(steps, us) } else { steps });
        }
        if LEGAL && check_info.checkers.more_than_one() {
            return;
        }
        let check_info = if LEGAL { check_info } else { CheckInfo::NONE };

        let targets = wanted & check_info.check_mask;
        self.generate_pawn_moves::<WHITE_MOVES, C>(&check_info, targets, out);
        if kind != MoveKind::Quiets
            && let Some(target) = self.ep_square
        {
            for pawn in attacks::pawn(us.other(), target) & self.by_color_and_kind(us, PieceKind::Pawn) {
                if !LEGAL || self.is_en_passant_legal(pawn, target) {
                    out.add_move(Move::en_passant(pawn, target));
                }
            }
        }
        let free = own.without(check_info.straight_pins | check_info.diagonal_pins);
        for from in free & knights {
            out.add_piece_moves(from, attacks::knight(from) & targets);
        }
        for from in free & (bishops | queens) {
            out.add_piece_moves(from, attacks::bishop(from, occupied) & targets);
        }
        for from in free & (rooks | queens) {
            out.add_piece_moves(from, attacks::rook(from, occupied) & targets);
        }
        // A pinned piece may move along its pin ray, if its kind moves that way.
        for from in own & check_info.diagonal_pins & (bishops | queens) {
            out.add_piece_moves(from, attacks::bishop(from, occupied) & targets & check_info.diagonal_pins);
        }
        for from in own & check_info.straight_pins & (rooks | queens) {
            out.add_piece_moves(from, attacks::rook(from, occupied) & targets & check_info.straight_pins);
        }
    }

    /// Generates pushes and captures of all pawns at once.
    #[inline]
    fn generate_pawn_moves<const WHITE_MOVES: bool, C: MoveSink>(
        &self,
        check_info: &CheckInfo,
        targets: Bitboard,
        out: &mut C,
    ) {
        let us = const { if WHITE_MOVES { WHITE } else { BLACK } };
        let (third, last) = const {
            if WHITE_MOVES {
                (Bitboard::rank(2), Bitboard::rank(7))
            } else {
                (Bitboard::rank(5), Bitboard::rank(0))
            }
        };
        let (pawns, enemy, empty) = (
            self.by_color_and_kind(us, PieceKind::Pawn),
            self.by_color[us.other().index()],
            !self.occupied(),
        );

        // A pawn pinned on a file may advance along it; one pinned on a diagonal may capture its pinner.
        let pushable_pawns = pawns & !check_info.diagonal_pins;
        let pushed = (pawn_pushes::<WHITE_MOVES>(pushable_pawns & !check_info.straight_pins)
            | pawn_pushes::<WHITE_MOVES>(pushable_pawns & check_info.straight_pins)
                & check_info.straight_pins)
            & empty;
        let pushed_twice = pawn_pushes::<WHITE_MOVES>(pushed & third) & empty & targets;
        let pushed = pushed & targets;
        let capturing_pawns = pawns & !check_info.straight_pins;
        let (free, pinned) =
            (capturing_pawns & !check_info.diagonal_pins, capturing_pawns & check_info.diagonal_pins);
        let capture_targets = enemy & targets;
        let left = (pawn_attacks_west::<WHITE_MOVES>(free)
            | pawn_attacks_west::<WHITE_MOVES>(pinned) & check_info.diagonal_pins)
            & capture_targets;
        let right = (pawn_attacks_east::<WHITE_MOVES>(free)
            | pawn_attacks_east::<WHITE_MOVES>(pinned) & check_info.diagonal_pins)
            & capture_targets;

        if WHITE_MOVES {
            out.add_pawn_moves::<8>(pushed & !last);
            out.add_pawn_moves::<16>(pushed_twice);
            out.add_pawn_moves::<7>(left & !last);
            out.add_pawn_moves::<9>(right & !last);
        } else {
            out.add_pawn_moves::<-8>(pushed & !last);
            out.add_pawn_moves::<-16>(pushed_twice);
            out.add_pawn_moves::<-9>(left & !last);
            out.add_pawn_moves::<-7>(right & !last);
        }
        if ((pushed | left | right) & last).any() {
            if WHITE_MOVES {
                out.add_promotions::<8>(pushed & last);
                out.add_promotions::<7>(left & last);
                out.add_promotions::<9>(right & last);
            } else {
                out.add_promotions::<-8>(pushed & last);
                out.add_promotions::<-9>(left & last);
                out.add_promotions::<-7>(right & last);
            }
        }
    }

    #[inline(always)]
    fn generate_king_moves<const LEGAL: bool, C: MoveSink>(&self, us: Color, steps: Bitboard, out: &mut C) {
        let king = self.king(us);
        let (mut open, mut walks) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for rook in self.castling_rooks(us) {
            // Usually a piece is still between the two, which is a cheap test.
            if (attacks::between(king, rook) & self.occupied()).is_empty() {
                let path = CastlingPath::new(king, rook);
                if (path.must_be_empty & self.occupied()).is_empty() {
                    open |= rook.bit();
                    walks |= path.king_path;
                }
            }
        }
        let safe = self.unattacked_squares((steps | walks).without(king.bit()), us);
        out.add_piece_moves(king, if LEGAL { steps & safe } else { steps });
        for rook in open {
            let path = CastlingPath::new(king, rook);
            let safe_walk = path.king_path.without(safe | king.bit()).is_empty();
            if safe_walk && !self.rook_shields_king(us, rook, &path) {
                out.add_move(Move::castling(king, rook));
            }
        }
    }

    /// Returns the squares of `steps` that the enemy does not attack once the king of `us` has left its
    /// square.
    #[inline(always)]
    fn unattacked_squares(&self, steps: Bitboard, us: Color) -> Bitboard {
        if steps.is_empty() {
            return steps;
        }
        let [pawns, knights, bishops, rooks, queens, kings] = self.by_kind;
        let (king, enemy) = (self.king(us), self.by_color[us.other().index()]);
        let occupied = self.occupied() ^ king.bit();
        let mut safe = steps
            & !attacks::pawn_set_attacks(us.other(), pawns & enemy)
            & !attacks::king((kings & enemy).lowest());
        let (straight, diagonal) = ((rooks | queens) & enemy, (bishops | queens) & enemy);
        for square in safe {
            if (attacks::knight(square) & knights & enemy).any()
                || (attacks::orthogonal_rays(square) & straight).any()
                    && (attacks::rook(square, occupied) & straight).any()
                || (attacks::diagonal_rays(square) & diagonal).any()
                    && (attacks::bishop(square, occupied) & diagonal).any()
            {
                safe ^= square.bit();
            }
        }
        safe
    }

    /// Whether the pawn may capture en passant without exposing its king.
    ///
    /// Two pieces leave one line at once, which pins do not cover, so the capture is tried out.
    pub(crate) fn is_en_passant_legal(&self, pawn: Square, target: Square) -> bool {
        let us = self.side_to_move;
        let victim = target.with_rank_of(pawn);
        let occupied = self.occupied() ^ pawn.bit() ^ victim.bit() ^ target.bit();
        self.attacks_to_with(self.king(us), us.other(), occupied).without(victim.bit()).is_empty()
    }
}
