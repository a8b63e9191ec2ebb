//! Chess, as the search plays it.

mod endings;
mod evaluation;
mod features;
mod judge;
mod king;
mod network;
mod pawns;
mod threats;

use std::sync::LazyLock;

use yipan_chess::{Bitboard, Chess, Kind, Move, Position, attacks};
use yipan_rules::{Kernel, MoveKind, MoveList, split_mix};

use crate::book::Book;
use crate::rival::Bookish;
use crate::searchable::{Facet, Searchable, Standing, Visit};

pub use evaluation::{sample, weights, write_weights};
pub use judge::Judge;
pub use network::Network;

/// What of a game before the search is needed: the keys of its positions since the last capture or pawn move,
/// without the position that is searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// The keys, the latest last.
    pub keys: Vec<u64>,
}

impl Past {
    /// The past of a game from these positions, the one to be searched not among them.
    pub fn of<'a>(positions: impl IntoIterator<Item = &'a Position>) -> Past {
        Past { keys: positions.into_iter().map(Kernel::key).collect() }
    }
}

impl From<&Chess> for Past {
    fn from(game: &Chess) -> Past {
        let (_, before) = game.keys().split_last().unwrap_or((&0, &[]));
        Past { keys: before.to_vec() }
    }
}

impl Bookish for Position {
    type Judge = Judge;

    fn book() -> &'static Book<Position> {
        static BOOK: LazyLock<Book<Position>> = LazyLock::new(|| {
            let read = |position: &Position, text: &str| position.resolve(text.parse().ok()?).ok();
            Book::read(&Position::start(), include_str!("../../book/chess.txt"), read)
                .expect("every line of the book is legal")
        });
        &BOOK
    }
}

impl Searchable for Position {
    type Past = Past;

    const KINDS: usize = 6;
    const PLACES: usize = 64;
    const WORTH: &'static [i32] = &[100, 320, 330, 500, 900, 20_000];
    const WON: i32 = 700;
    const STALEMATE_LOSES: bool = false;

    #[inline]
    fn bits(mv: Move) -> u16 {
        mv.bits()
    }

    #[inline]
    fn read(&self, bits: u16) -> Option<Move> {
        let mv = Move::from_bits(bits);
        (bits != 0 && self.is_legal(mv)).then_some(mv)
    }

    #[inline]
    fn facet(&self, mv: Move) -> Facet {
        let man = self.at(mv.from()).map_or(0, |man| man.color.index() * 6 + man.kind as usize);
        let takes = if mv.is_castling() {
            None
        } else if mv.is_en_passant() {
            Some(Kind::Pawn as usize)
        } else {
            self.at(mv.to()).map(|victim| victim.kind as usize)
        };
        Facet { man, from: mv.from().index(), to: mv.to().index(), takes }
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        let takes = self.occupied().has(mv.to()) && !mv.is_castling();
        takes || mv.is_en_passant() || mv.promotes_to() == Some(Kind::Queen)
    }

    fn tactical(&self, out: &mut MoveList<Move>) {
        self.moves(MoveKind::Captures, out);
        let seventh = Bitboard(match self.side() {
            yipan_chess::WHITE => 0x00ff_0000_0000_0000,
            yipan_chess::BLACK => 0x0000_0000_0000_ff00,
        });
        if (self.of(self.side(), Kind::Pawn) & seventh).any() {
            let mut quiet = MoveList::new();
            self.moves(MoveKind::Quiets, &mut quiet);
            out.extend(quiet.into_iter().filter(|mv| mv.promotes_to() == Some(Kind::Queen)));
        }
    }

    #[inline]
    fn in_check(&self) -> bool {
        Position::in_check(self)
    }

    /// The squares from which each kind attacks the enemy king.
    type Checks = [Bitboard; 6];

    fn look_for_checks(&self) -> [Bitboard; 6] {
        let (us, occupied) = (self.side(), self.occupied());
        let king = self.king(us.other());
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let pawn = attacks::pawn(us.other(), king);
        [pawn, attacks::knight(king), diagonal, straight, diagonal | straight, Bitboard::EMPTY]
    }

    #[inline]
    fn checks(&self, mv: Move, known: &[Bitboard; 6]) -> bool {
        let kind = mv.promotes_to().or_else(|| self.at(mv.from()).map(|man| man.kind));
        kind.is_some_and(|kind| known[kind as usize].has(mv.to()))
    }

    fn pass(&self) -> Position {
        let mut next = *self;
        next.pass_unchecked();
        next
    }

    fn may_pass(&self) -> bool {
        let us = self.side();
        let minor = self.of(us, Kind::Knight) | self.of(us, Kind::Bishop);
        minor.len() > 1 || (self.of(us, Kind::Rook) | self.of(us, Kind::Queen)).any()
    }

    fn exchange_pays(&self, mv: Move, least: i32) -> bool {
        if mv.is_castling() {
            return least <= 0;
        }
        let facet = self.facet(mv);
        let won = facet.takes.map_or(0, |kind| Self::WORTH[kind]);
        let promoted = mv.promotes_to();
        if promoted.is_none() {
            // Not enough even if nobody takes back, or enough even if the man is lost.
            if won < least {
                return false;
            }
            if won - Self::WORTH[facet.man % 6] >= least {
                return true;
            }
        }
        self.exchange(mv) >= least
    }

    fn structure(&self) -> u64 {
        let pawns = |color| self.of(color, Kind::Pawn).0;
        split_mix(pawns(yipan_chess::WHITE) ^ split_mix(pawns(yipan_chess::BLACK)).1).1
    }

    fn standing(past: &Past, line: &[Visit<Position>]) -> Option<Standing> {
        let ply = line.len() - 1;
        let here = &line[ply];
        let quiet = usize::from(here.position.quiet_plies());
        // A mate on the hundredth ply comes first, and the search sees it one ply later than the rule would.
        if quiet >= 100 && !(here.check && here.position.count() == 0) {
            return Some(Standing::Draw);
        }
        if here.position.has_dead_material() {
            return Some(Standing::Draw);
        }
        // Once within the line counts as a draw: what helped the first time would help again. Before the root it
        // must have been there twice, as the rule has it.
        let mut earlier = 0;
        let mut back = 4;
        while back <= quiet {
            let (key, in_line) = match ply.checked_sub(back) {
                Some(at) => (line[at].key, at > 0),
                None => match past.keys.len().checked_sub(back - ply) {
                    Some(at) => (past.keys[at], false),
                    None => break,
                },
            };
            if key == here.key {
                earlier += if in_line { 2 } else { 1 };
                if earlier >= 2 {
                    return Some(Standing::Draw);
                }
            }
            back += 2;
        }
        None
    }
}
