//! The one move generator: legal moves straight from pins and checks, given to a list or merely counted.

use yipan_rules::{MoveKind, MoveList};

use crate::attacks::{self, ahead, ahead_left, ahead_right};
use crate::castling::CastlingPath;
use crate::{BLACK, Bitboard, Color, Kind, Move, Position, Square, WHITE};

/// Where moves go as they are found, in the batches in which they are found.
trait Collect {
    /// One man and every square it may go to.
    fn man(&mut self, from: Square, to: Bitboard);
    /// Pawns that all make the same step, by where they arrive.
    fn pawns<const STEP: i8>(&mut self, to: Bitboard);
    /// Pawns that all make the same step and promote.
    fn promotions<const STEP: i8>(&mut self, to: Bitboard);
    /// A single move.
    fn one(&mut self, mv: Move);
}

struct Count(u64);

impl Collect for Count {
    #[inline]
    fn man(&mut self, _: Square, to: Bitboard) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn pawns<const STEP: i8>(&mut self, to: Bitboard) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn promotions<const STEP: i8>(&mut self, to: Bitboard) {
        self.0 += 4 * u64::from(to.len());
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl Collect for MoveList<Move> {
    #[inline]
    fn man(&mut self, from: Square, to: Bitboard) {
        for to in to {
            self.push(Move::plain(from, to));
        }
    }

    #[inline]
    fn pawns<const STEP: i8>(&mut self, to: Bitboard) {
        for to in to {
            self.push(Move::plain(origin::<STEP>(to), to));
        }
    }

    #[inline]
    fn promotions<const STEP: i8>(&mut self, to: Bitboard) {
        for to in to {
            for kind in Kind::PROMOTIONS {
                self.push(Move::promotion(origin::<STEP>(to), to, kind));
            }
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

#[inline]
const fn origin<const STEP: i8>(to: Square) -> Square {
    Square::wrap((to.index() as u32).wrapping_add_signed(-(STEP as i32)))
}

/// What the king's safety asks of the other men.
#[derive(Clone, Copy)]
pub(crate) struct Guard {
    /// The enemy men that give check.
    pub(crate) checkers: Bitboard,
    /// Where a man other than the king may go so that no single check remains: the checker and the squares
    /// before it (威脅路徑). Every square when there is no check.
    pub(crate) answers: Bitboard,
    /// The squares from the king to each pinning rook or queen; a man there may move only within them.
    ///
    /// One set serves all pins of a kind: no move of a pinned man leads from one of these lines to another.
    pub(crate) straight_pins: Bitboard,
    /// The same along diagonals.
    pub(crate) diagonal_pins: Bitboard,
}

impl Guard {
    /// What pseudo-legal moves have to fear: nothing.
    const NONE: Guard = Guard {
        checkers: Bitboard::EMPTY,
        answers: Bitboard::ALL,
        straight_pins: Bitboard::EMPTY,
        diagonal_pins: Bitboard::EMPTY,
    };
}

impl Position {
    #[inline]
    pub(crate) fn generate(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        match self.side {
            WHITE => self.collect::<true, true, _>(kind, out),
            BLACK => self.collect::<false, true, _>(kind, out),
        }
    }

    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let mut count = Count(0);
        match self.side {
            WHITE => self.collect::<true, true, _>(MoveKind::All, &mut count),
            BLACK => self.collect::<false, true, _>(MoveKind::All, &mut count),
        }
        count.0
    }

    /// Adds the moves that are right but for the safety of the mover's king; castling is always legal.
    /// Ask [`Position::is_safe`] before playing one.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// use yipan_rules::{MoveKind, MoveList};
    ///
    /// // The knight on e2 is pinned by the rook on e8.
    /// let pinned: Position = "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// let mut moves = MoveList::new();
    /// pinned.pseudo_moves(MoveKind::All, &mut moves);
    /// let safe = moves.iter().filter(|&&mv| pinned.is_safe(mv)).count();
    /// assert_eq!((moves.len(), safe), (10, 4));
    /// # Ok::<(), yipan_chess::FenError>(())
    /// ```
    pub fn pseudo_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        match self.side {
            WHITE => self.collect::<true, false, _>(kind, out),
            BLACK => self.collect::<false, false, _>(kind, out),
        }
    }

    /// Whether a pseudo-legal move leaves the mover's king unattacked.
    #[must_use]
    pub fn is_safe(&self, mv: Move) -> bool {
        let next = self.after(mv);
        next.attackers(next.king(self.side), next.side, next.occupied()).is_empty()
    }

    // The three that are always inlined are worth up to a tenth of perft together; see benches/README.md.
    #[inline(always)]
    pub(crate) fn guard(&self, us: Color) -> Guard {
        let [pawns, knights, bishops, rooks, queens, _] = self.kinds;
        let (king, occupied, enemy) = (self.king(us), self.occupied(), self.colors[us.other().index()]);
        let leapers = (attacks::pawn(us, king) & pawns | attacks::knight(king) & knights) & enemy;
        let mut guard = Guard { checkers: leapers, answers: leapers, ..Guard::NONE };
        let mut look = |snipers: Bitboard, pins: &mut Bitboard| {
            for sniper in snipers {
                let path = attacks::between(king, sniper);
                let men = path & occupied;
                if men.is_empty() {
                    guard.checkers |= sniper.bit();
                    guard.answers |= path | sniper.bit();
                } else if !men.several() {
                    *pins |= path | sniper.bit();
                }
            }
        };
        let (mut straight, mut diagonal) = (Bitboard::EMPTY, Bitboard::EMPTY);
        look(attacks::straight_rays(king) & (rooks | queens) & enemy, &mut straight);
        look(attacks::diagonal_rays(king) & (bishops | queens) & enemy, &mut diagonal);
        if guard.checkers.is_empty() {
            guard.answers = Bitboard::ALL;
        }
        Guard { straight_pins: straight, diagonal_pins: diagonal, ..guard }
    }

    #[inline]
    fn collect<const WHITE_MOVES: bool, const LEGAL: bool, C: Collect>(&self, kind: MoveKind, out: &mut C) {
        let us = const { if WHITE_MOVES { WHITE } else { BLACK } };
        let [_, knights, bishops, rooks, queens, _] = self.kinds;
        let (own, enemy, occupied) =
            (self.colors[us.index()], self.colors[us.other().index()], self.occupied());
        let king = self.king(us);
        let guard = self.guard(us);
        let wanted = match kind {
            MoveKind::All => !own,
            MoveKind::Captures => enemy,
            MoveKind::Quiets => !occupied,
        };

        // The squares of a castling king are looked at together with its steps: they overlap.
        let steps = attacks::king(king) & wanted;
        let castles =
            kind != MoveKind::Captures && guard.checkers.is_empty() && self.castling_rooks(us).any();
        if castles {
            self.collect_king_and_castling::<LEGAL, C>(us, steps, out);
        } else {
            out.man(king, if LEGAL { self.unattacked(steps, us) } else { steps });
        }
        if LEGAL && guard.checkers.several() {
            return;
        }
        let guard = if LEGAL { guard } else { Guard::NONE };

        let targets = wanted & guard.answers;
        self.collect_pawns::<WHITE_MOVES, C>(&guard, targets, out);
        if kind != MoveKind::Quiets
            && let Some(target) = self.passed
        {
            for pawn in attacks::pawn(us.other(), target) & self.of(us, Kind::Pawn) {
                if !LEGAL || self.may_take_in_passing(pawn, target) {
                    out.one(Move::en_passant(pawn, target));
                }
            }
        }
        let free = own.without(guard.straight_pins | guard.diagonal_pins);
        for from in free & knights {
            out.man(from, attacks::knight(from) & targets);
        }
        for from in free & (bishops | queens) {
            out.man(from, attacks::bishop(from, occupied) & targets);
        }
        for from in free & (rooks | queens) {
            out.man(from, attacks::rook(from, occupied) & targets);
        }
        // A pinned man may still move along the line of its pin, if it moves that way at all.
        for from in own & guard.diagonal_pins & (bishops | queens) {
            out.man(from, attacks::bishop(from, occupied) & targets & guard.diagonal_pins);
        }
        for from in own & guard.straight_pins & (rooks | queens) {
            out.man(from, attacks::rook(from, occupied) & targets & guard.straight_pins);
        }
    }

    /// Pushes and captures of all pawns at once.
    #[inline]
    fn collect_pawns<const WHITE_MOVES: bool, C: Collect>(
        &self,
        guard: &Guard,
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
        let (pawns, enemy, empty) =
            (self.of(us, Kind::Pawn), self.colors[us.other().index()], !self.occupied());

        // A man pinned on a file may still walk along it, one pinned on a diagonal may take its pinner.
        let walkers = pawns & !guard.diagonal_pins;
        let pushed = (ahead::<WHITE_MOVES>(walkers & !guard.straight_pins)
            | ahead::<WHITE_MOVES>(walkers & guard.straight_pins) & guard.straight_pins)
            & empty;
        let pushed_twice = ahead::<WHITE_MOVES>(pushed & third) & empty & targets;
        let pushed = pushed & targets;
        let takers = pawns & !guard.straight_pins;
        let (free, pinned) = (takers & !guard.diagonal_pins, takers & guard.diagonal_pins);
        let prey = enemy & targets;
        let left = (ahead_left::<WHITE_MOVES>(free)
            | ahead_left::<WHITE_MOVES>(pinned) & guard.diagonal_pins)
            & prey;
        let right = (ahead_right::<WHITE_MOVES>(free)
            | ahead_right::<WHITE_MOVES>(pinned) & guard.diagonal_pins)
            & prey;

        if WHITE_MOVES {
            out.pawns::<8>(pushed & !last);
            out.pawns::<16>(pushed_twice);
            out.pawns::<7>(left & !last);
            out.pawns::<9>(right & !last);
        } else {
            out.pawns::<-8>(pushed & !last);
            out.pawns::<-16>(pushed_twice);
            out.pawns::<-9>(left & !last);
            out.pawns::<-7>(right & !last);
        }
        if ((pushed | left | right) & last).any() {
            if WHITE_MOVES {
                out.promotions::<8>(pushed & last);
                out.promotions::<7>(left & last);
                out.promotions::<9>(right & last);
            } else {
                out.promotions::<-8>(pushed & last);
                out.promotions::<-9>(left & last);
                out.promotions::<-7>(right & last);
            }
        }
    }

    #[inline(always)]
    fn collect_king_and_castling<const LEGAL: bool, C: Collect>(
        &self,
        us: Color,
        steps: Bitboard,
        out: &mut C,
    ) {
        let king = self.king(us);
        let (mut open, mut walks) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for rook in self.castling_rooks(us) {
            // Most often somebody still stands between the two, which is quickly seen.
            if (attacks::between(king, rook) & self.occupied()).is_empty() {
                let path = CastlingPath::new(king, rook);
                if (path.way & self.occupied()).is_empty() {
                    open |= rook.bit();
                    walks |= path.king_walk;
                }
            }
        }
        let safe = self.unattacked((steps | walks).without(king.bit()), us);
        out.man(king, if LEGAL { steps & safe } else { steps });
        for rook in open {
            let path = CastlingPath::new(king, rook);
            let safe_walk = path.king_walk.without(safe | king.bit()).is_empty();
            if safe_walk && !self.rook_was_shield(us, rook, &path) {
                out.one(Move::castling(king, rook));
            }
        }
    }

    /// The squares of `steps` that the enemy does not attack once `us`'s king has left its square.
    #[inline(always)]
    fn unattacked(&self, steps: Bitboard, us: Color) -> Bitboard {
        if steps.is_empty() {
            return steps;
        }
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let (king, enemy) = (self.king(us), self.colors[us.other().index()]);
        let occupied = self.occupied() ^ king.bit();
        let mut safe =
            steps & !attacks::pawns(us.other(), pawns & enemy) & !attacks::king((kings & enemy).lowest());
        let (straight, diagonal) = ((rooks | queens) & enemy, (bishops | queens) & enemy);
        for square in safe {
            if (attacks::knight(square) & knights & enemy).any()
                || (attacks::straight_rays(square) & straight).any()
                    && (attacks::rook(square, occupied) & straight).any()
                || (attacks::diagonal_rays(square) & diagonal).any()
                    && (attacks::bishop(square, occupied) & diagonal).any()
            {
                safe ^= square.bit();
            }
        }
        safe
    }

    /// Whether the pawn may take in passing without leaving its king attacked. Two men leave one line at
    /// once, so no pin tells; the capture is tried out.
    pub(crate) fn may_take_in_passing(&self, pawn: Square, target: Square) -> bool {
        let us = self.side;
        let victim = target.with_rank_of(pawn);
        let occupied = self.occupied() ^ pawn.bit() ^ victim.bit() ^ target.bit();
        self.attackers(self.king(us), us.other(), occupied).without(victim.bit()).is_empty()
    }
}
