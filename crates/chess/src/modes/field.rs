use yipan_rules::{Cause, Effect, Man, Sink, Viewer};

use crate::attacks;
use crate::plain::tell;
use crate::{Bitboard, Color, Kind, Losses, Move, Piece, Position, Square};

/// The board under modes: the position, and what a single move of it may change besides.
///
/// The kernel's own en-passant square stays empty here, because with dice several pawns may be capturable; and a
/// pawn that a portal carried home has spent its double step, which the kernel could not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) position: Position,
    /// The pawns their owner has never moved, which alone may make a double step. Falling is not moving.
    pub(crate) fresh: Bitboard,
    /// The squares that pawns passed in double steps, while those pawns stand where they arrived.
    passed: Bitboard,
    /// Whether this turn has seen a capture, a pawn move or an explosion.
    pub(crate) stirred: bool,
    pub(crate) losses: Losses,
}

/// What may still be done with men that have not moved yet, or that just did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rights {
    /// The rooks that may castle.
    pub castling: Bitboard,
    /// The pawns that may make a double step.
    pub fresh: Bitboard,
    /// The squares on which the viewer's pawns may take in passing.
    pub passed: Bitboard,
}

impl Rights {
    /// Those of a position of standard chess, as a player has them, or for others as the side to move has.
    pub(crate) fn of(position: &Position, viewer: Viewer) -> Rights {
        let own = match viewer {
            Viewer::Player(seat) => seat,
            Viewer::Spectator | Viewer::Arbiter => position.side(),
        };
        Field::new(*position).rights(own, true)
    }
}

impl Field {
    /// The field of a position in which every pawn on its second rank may still make its double step.
    pub(crate) fn new(mut position: Position) -> Field {
        let home = |color: Color| position.of(color, Kind::Pawn) & second_rank(color);
        let fresh = home(Color::First) | home(Color::Second);
        let passed = position.passed.map_or(Bitboard::EMPTY, Square::bit);
        position.passed = None;
        Field { position, fresh, passed, stirred: false, losses: Losses::default() }
    }

    /// The field of an imagined position with the rights a viewer knows of; of the enemy's pawns those at home are
    /// taken to be fresh.
    pub(crate) fn imagine(position: Position, rights: Rights) -> Field {
        let them = position.side().other();
        let fresh =
            Field::new(position).fresh & position.men(them) | rights.fresh & position.men(position.side());
        Field { fresh, passed: rights.passed, ..Field::new(position) }
    }

    /// What `own` may know of such rights: everything, or in fog what concerns its own men.
    pub(crate) fn rights(&self, own: Color, whole: bool) -> Rights {
        let known = if whole { Bitboard::ALL } else { self.position.men(own) };
        // A pawn that passes where no pawn could take it goes unnoticed.
        let takers = attacks::pawns(own, self.position.of(own, Kind::Pawn));
        Rights {
            castling: self.position.castling & known,
            fresh: self.fresh & known,
            passed: (self.passed_before(own) & takers).without(self.position.occupied()),
        }
    }

    /// The squares that `us`'s pawns may take in passing on, now.
    pub(crate) fn passed_before(&self, us: Color) -> Bitboard {
        self.passed & sixth_rank(us)
    }

    /// The enemy's men that attack `color`'s king; nobody attacks a king that a mine destroyed.
    pub(crate) fn checkers(&self, color: Color) -> Bitboard {
        let position = &self.position;
        let king = position.of(color, Kind::King).first();
        king.map_or(Bitboard::EMPTY, |king| position.attackers(king, color.other(), position.occupied()))
    }

    /// Whether the men stand as they do in `other`.
    pub(crate) fn same_men(&self, other: &Field) -> bool {
        (self.position.kinds, self.position.colors) == (other.position.kinds, other.position.colors)
    }

    /// Moves and captures, as the kernel does it; the mover keeps the right to move.
    pub(crate) fn carry_out(&mut self, mv: Move, effects: &mut impl Sink) {
        let us = self.position.side();
        tell(&self.position, mv, effects);
        self.passed = self.passed.without(sixth_rank(us));
        if let Some(kind) = self.position.taken_by(mv) {
            self.losses.capture(us.other(), kind);
            self.leave(if mv.is_en_passant() { mv.to().with_rank_of(mv.from()) } else { mv.to() });
        }
        self.leave(mv.from());
        let pawn = self.position.kind_at(mv.from()) == Kind::Pawn;
        let (quiet, number) = (self.position.quiet_plies, self.position.move_number);
        self.position.play_unchecked(mv);
        self.position.passed = None;
        self.position.give_turn_to(us);
        self.position.move_number = number;
        // Quiet turns are counted when a turn ends; the kernel tells only whether the quiet was broken.
        self.stirred |= self.position.quiet_plies == 0;
        self.position.quiet_plies = quiet;
        if pawn && mv.from().index().abs_diff(mv.to().index()) == 16 {
            self.passed |= Square::wrap((mv.from().index() + mv.to().index()) as u32 / 2).bit();
        }
    }

    /// A man goes to an empty square by itself: it falls, or a portal carries it.
    pub(crate) fn shift(&mut self, from: Square, to: Square, cause: Cause, effects: &mut impl Sink) {
        let Some(Piece { color, kind }) = self.position.at(from) else { return };
        let keeps_double_step = cause == Cause::Gravity && self.fresh.has(from);
        self.leave(from);
        self.position.lose_castling(self.rights_of(from, color, kind));
        self.position.toggle(color, kind, from);
        self.position.toggle(color, kind, to);
        if keeps_double_step {
            self.fresh |= to.bit();
        }
        effects.push(Effect::Slide { from: from.into(), to: to.into(), cause });
    }

    /// A man leaves the board: a portal brought an enemy to its square, or a mine went off.
    pub(crate) fn vanish(&mut self, at: Square, cause: Cause, effects: &mut impl Sink) -> Option<Piece> {
        let piece = self.position.at(at)?;
        let Piece { color, kind } = piece;
        if cause == Cause::Mine {
            self.losses.explode(color, kind);
        } else {
            self.losses.capture(color, kind);
        }
        self.leave(at);
        self.position.lose_castling(self.rights_of(at, color, kind));
        self.position.toggle(color, kind, at);
        self.stirred = true;
        effects.push(Effect::Vanish { at: at.into(), cause });
        Some(piece)
    }

    /// The pawn that a portal carried to its last rank turns into another man.
    pub(crate) fn promote(&mut self, at: Square, color: Color, kind: Kind, effects: &mut impl Sink) {
        self.position.toggle(color, Kind::Pawn, at);
        self.position.toggle(color, kind, at);
        let man = Man { seat: color, letter: kind.letter() };
        effects.push(Effect::Become { at: at.into(), man, cause: Cause::Promotion });
    }

    /// Whatever depended on the man that stood here is gone: its double step, and that it can be taken in passing.
    fn leave(&mut self, square: Square) {
        self.fresh = self.fresh.without(square.bit());
        let behind = match square.rank() {
            3 => square.bit().0 >> 8,
            4 => square.bit().0 << 8,
            _ => 0,
        };
        self.passed = self.passed.without(Bitboard(behind));
    }

    /// The castling rights that end when this man leaves its square.
    fn rights_of(&self, square: Square, color: Color, kind: Kind) -> Bitboard {
        match kind {
            Kind::King => self.position.castling_rooks(color),
            _ => self.position.castling & square.bit(),
        }
    }
}

const fn second_rank(color: Color) -> Bitboard {
    Bitboard::rank(match color {
        Color::First => 1,
        Color::Second => 6,
    })
}

/// Where the enemy's double steps of `color`'s opponent pass.
const fn sixth_rank(color: Color) -> Bitboard {
    Bitboard::rank(match color {
        Color::First => 5,
        Color::Second => 2,
    })
}
