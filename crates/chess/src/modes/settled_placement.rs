//! Samples squares of hidden pieces on a board on which everything has fallen.
//!
//! Gravity moves pieces along their ranks only, and leaves no gap. So a rank is known by its pieces, and a
//! piece changes its rank only by a move of its own. The hidden pieces begin on the ranks of the start; ranks
//! that the viewer sees to be shorter or longer lose or get pieces, and what is left of the opponent's moves is
//! played at random out of sight.

use alloc::vec::Vec;

use super::hidden_origins::{HiddenOrigins, PORTAL_MOVES, opponent_captures, opponent_moves};
use super::hidden_pieces::{hidden_blockers, move_weight, possible_squares, random_index};
use super::move_distance::{MAX_DISTANCE, attacks_from};
use crate::{Bitboard, ChessSetup, ChessView, Color, Piece, PieceKind, Square, attacks};

/// The greatest number of moves that are played out of sight. More would hardly change the distribution.
const MAX_UNSEEN_MOVES: u32 = 40;
/// One of so many moves out of sight enters a portal: a pair has two of about forty empty squares.
const MOVES_PER_CARRY: u64 = 20;

/// The hidden pieces by their ranks.
pub(super) struct SettledPlacement<'a> {
    view: &'a ChessView,
    side: Color,
    ranks: [Rank; 8],
    /// The moves of the opponent that nothing explains yet.
    moves_left: u32,
    /// Whether the opponent has captured, so that a pawn can have left its file.
    has_captured: bool,
    has_portals: bool,
}

/// The hidden part of a rank.
#[derive(Default)]
struct Rank {
    /// The squares on which hidden pieces can be, from the h-file on. They are filled in this order.
    slots: Vec<Square>,
    /// The number of those that cannot be empty, because a piece rests on them.
    required: usize,
    /// The hidden pieces, from the h-file on.
    pieces: Vec<PieceKind>,
}

/// A piece that can change its rank.
#[derive(Clone, Copy)]
struct Candidate {
    from: usize,
    /// The place of the piece in its rank.
    index: usize,
    to: usize,
    moves: u32,
}

impl<'a> SettledPlacement<'a> {
    /// Samples squares for all hidden pieces of the opponent of `side`. `extra_moves` are played out of sight in addition to
    /// those of the opponent.
    pub(super) fn sample(
        setup: &ChessSetup,
        view: &'a ChessView,
        side: Color,
        extra_moves: u32,
        random: &mut impl FnMut() -> u64,
    ) -> SettledPlacement<'a> {
        let mut placement = SettledPlacement {
            view,
            side,
            ranks: hidden_ranks(view, side),
            moves_left: opponent_moves(setup, view, side, random),
            has_captured: opponent_captures(view, side) > 0,
            has_portals: setup.modes().portals.is_some(),
        };
        placement.add_pieces(setup, random);
        placement.empty_short_ranks(random);
        placement.fill_long_ranks(random);
        placement.moves_left += extra_moves;
        placement.play_unseen_moves(random);
        placement
    }

    /// Puts the hidden pieces on a board with the visible ones.
    pub(super) fn put_on(&self, board: &mut [Option<Piece>; 64]) {
        let color = self.side.other();
        for (square, kind) in self.placed() {
            board[square.index()] = Some(Piece { color, kind });
        }
    }

    /// Returns the hidden pieces on their squares.
    fn placed(&self) -> impl Iterator<Item = (Square, PieceKind)> {
        self.ranks.iter().flat_map(|rank| rank.slots.iter().copied().zip(rank.pieces.iter().copied()))
    }

    /// Adds the pieces that are neither visible nor lost to the ranks on which they began.
    fn add_pieces(&mut self, setup: &ChessSetup, random: &mut impl FnMut() -> u64) {
        let them = self.side.other();
        let distance = |kind, from: Square, to: Square| rank_distance(kind, them, from.rank(), to.rank());
        let began = setup.position().by_color(them);
        let left = |origins: Bitboard| {
            let is_short = |rank: usize| {
                let seen = self.view.pieces.iter().filter(|(square, _)| usize::from(square.rank()) == rank);
                let theirs = seen.filter(|(_, piece)| piece.color == them).count();
                (began & Bitboard::rank(rank as u8)).len() as usize > self.ranks[rank].slots.len() + theirs
            };
            origins.into_iter().filter(|origin| is_short(usize::from(origin.rank()))).collect()
        };
        let mut hidden = HiddenOrigins::sample(setup, self.view, self.side, distance, left, random);
        hidden.pieces.sort_by_key(|(_, square)| core::cmp::Reverse(square.file()));
        for (kind, square) in hidden.pieces {
            self.ranks[usize::from(square.rank())].pieces.push(kind);
        }
        self.spend(hidden.moves);
    }

    /// Moves pieces away from ranks that have not enough room for them.
    fn empty_short_ranks(&mut self, random: &mut impl FnMut() -> u64) {
        for from in 0..8 {
            while self.ranks[from].pieces.len() > self.ranks[from].slots.len() {
                let has_room = |rank: &Rank| rank.pieces.len() < rank.slots.len();
                let candidates = self.candidates(|one| one.from == from && has_room(&self.ranks[one.to]));
                if !self.move_candidate(&candidates, random) {
                    break;
                }
            }
        }
    }

    /// Moves pieces to ranks on which something rests on a square that the viewer does not see.
    fn fill_long_ranks(&mut self, random: &mut impl FnMut() -> u64) {
        for to in 0..8 {
            while self.ranks[to].pieces.len() < self.ranks[to].required {
                let is_free = |rank: &Rank| rank.pieces.len() > rank.required;
                let candidates = self.candidates(|one| one.to == to && is_free(&self.ranks[one.from]));
                if !self.move_candidate(&candidates, random) {
                    break;
                }
            }
        }
    }

    /// Returns the changes of rank that a condition allows.
    fn candidates(&self, is_allowed: impl Fn(&Candidate) -> bool) -> Vec<Candidate> {
        let them = self.side.other();
        let mut candidates = Vec::new();
        for from in 0..8 {
            for (index, kind) in self.ranks[from].pieces.iter().enumerate() {
                for to in (0..8).filter(|to| *to != from) {
                    let on_foot = rank_distance(*kind, them, from as u8, to as u8);
                    let is_possible = *kind != PieceKind::Pawn || (1..7).contains(&to);
                    let carried = (self.has_portals && is_possible).then_some(PORTAL_MOVES);
                    if let Some(moves) = on_foot.or(carried) {
                        candidates.push(Candidate { from, index, to, moves });
                    }
                }
            }
        }
        candidates.retain(is_allowed);
        candidates
    }

    /// Moves one of the candidates. Few moves are more likely than many. Returns whether there was one.
    fn move_candidate(&mut self, candidates: &[Candidate], random: &mut impl FnMut() -> u64) -> bool {
        let weight = |candidate: &Candidate| -> u64 {
            let is_possible = candidate.moves <= self.moves_left;
            if is_possible { 1 << (2 * (MAX_DISTANCE - candidate.moves) + 2) } else { 1 }
        };
        let weights: Vec<u64> = candidates.iter().map(weight).collect();
        let Some(chosen) = random_index(&weights, random) else { return false };
        let Candidate { from, index, to, moves } = candidates[chosen];
        self.change_rank(from, index, to);
        self.spend(moves);
        true
    }

    /// Moves a piece to another rank, where it falls onto the others. Those that rested on it fall too.
    fn change_rank(&mut self, from: usize, index: usize, to: usize) {
        let kind = self.ranks[from].pieces.remove(index);
        self.ranks[to].pieces.push(kind);
    }

    /// Plays the remaining moves of the opponent with pieces that stay hidden.
    fn play_unseen_moves(&mut self, random: &mut impl FnMut() -> u64) {
        for _ in 0..self.moves_left.min(MAX_UNSEEN_MOVES) {
            let moves = self.unseen_moves(random);
            let weights: Vec<u64> = moves.iter().map(|(_, weight)| *weight).collect();
            let Some(chosen) = random_index(&weights, random) else { return };
            let Candidate { from, index, to, .. } = moves[chosen].0;
            self.change_rank(from, index, to);
        }
    }

    /// Returns the moves to another rank that leave what the viewer sees as it is, with their weights.
    fn unseen_moves(&self, random: &mut impl FnMut() -> u64) -> Vec<(Candidate, u64)> {
        let occupied = self.occupied();
        let mut moves = Vec::new();
        for (from, rank) in
            self.ranks.iter().enumerate().filter(|(_, rank)| rank.pieces.len() > rank.required)
        {
            for (index, (kind, square)) in rank.pieces.iter().zip(&rank.slots).enumerate() {
                let destinations = self.destinations(*kind, *square, occupied);
                let is_carried =
                    self.has_portals && destinations.any() && random().is_multiple_of(MOVES_PER_CARRY);
                let reached = if is_carried { !occupied } else { destinations };
                let has_room = |to: &usize| {
                    let other = &self.ranks[*to];
                    *to != from && other.pieces.len() < other.slots.len()
                };
                for to in (0..8).filter(has_room) {
                    let squares = reached & Bitboard::rank(to as u8);
                    if possible_squares(*kind, occupied, squares).any() {
                        moves.push((Candidate { from, index, to, moves: 1 }, move_weight(*kind)));
                    }
                }
            }
        }
        moves
    }

    /// Returns the empty squares that a piece can move to.
    fn destinations(&self, kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
        if kind != PieceKind::Pawn {
            return attacks_from(kind, from, occupied).without(occupied);
        }
        let them = self.side.other();
        let ahead = |pawns: Bitboard| match them {
            Color::First => Bitboard(pawns.0 << 8).without(occupied),
            Color::Second => Bitboard(pawns.0 >> 8).without(occupied),
        };
        let once = ahead(from.bit());
        let twice = if from.rank_for(them) == 1 { ahead(once) } else { Bitboard::EMPTY };
        let captures = if self.has_captured { attacks::pawn(them, from) } else { Bitboard::EMPTY };
        once | twice | captures.without(occupied)
    }

    fn occupied(&self) -> Bitboard {
        let visible = self.view.pieces.iter().map(|(square, _)| *square);
        visible.chain(self.placed().map(|(square, _)| square)).collect()
    }

    fn spend(&mut self, moves: u32) {
        self.moves_left = self.moves_left.saturating_sub(moves);
    }
}

/// Returns the squares of every rank on which hidden pieces can and must be.
fn hidden_ranks(view: &ChessView, side: Color) -> [Rank; 8] {
    let seen: Bitboard = view.pieces.iter().map(|(square, _)| *square).collect();
    let known = seen | hidden_blockers(view, side);
    core::array::from_fn(|rank| {
        let mut found = Rank::default();
        for square in (0..8).rev().filter_map(|file| Square::from_coords(file, rank as u8)) {
            if view.visible.contains(square) && !seen.contains(square) {
                // Everything to the left of an empty square would have fallen onto it.
                break;
            }
            if !seen.contains(square) {
                found.slots.push(square);
            }
            if known.contains(square) {
                found.required = found.slots.len();
            }
        }
        found
    })
}

/// Returns the least number of moves between two ranks; `None` if there is no way.
fn rank_distance(kind: PieceKind, color: Color, from: u8, to: u8) -> Option<u32> {
    let ranks = u32::from(from.abs_diff(to));
    let square = |rank| Square::from_coords(0, rank);
    match kind {
        PieceKind::Pawn => {
            let (from, to) = (square(from)?.rank_for(color), square(to)?.rank_for(color));
            let advance = u32::from(to.checked_sub(from)?);
            (to < 7).then_some(advance - u32::from(from == 1 && advance >= 2))
        }
        PieceKind::Knight => Some(ranks.div_ceil(2)),
        PieceKind::King => Some(ranks),
        PieceKind::Bishop | PieceKind::Rook | PieceKind::Queen => Some(ranks.min(1)),
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::{Game, NullSink, Step, Turn, Viewer, splitmix64};

    use super::*;
    use crate::Chess;

    const SAMPLES: usize = 200;

    /// Returns the number of the opponent's pieces on every rank in many samples after some moves.
    fn rank_counts(setup: &str, moves: &str) -> Vec<[usize; 8]> {
        let setup: ChessSetup = setup.parse().expect(setup);
        let mut game = Chess::start(&setup);
        for text in moves.split_whitespace() {
            game.apply(Step::Action(text.parse().expect(text)), &mut NullSink).expect(text);
        }
        let Turn::Player(side) = game.turn() else { panic!("a side is to move") };
        let view = game.view(Viewer::Player(side));
        let mut state = 1;
        let mut random = || {
            let number;
            (state, number) = splitmix64(state);
            number
        };
        let count = |_| {
            let sample = Chess::determinize(&setup, &view, side, &mut random).expect("a sample");
            let position = sample.position();
            let is_at_rest = |rank: u8| {
                let files = (position.occupied().0 >> (8 * rank)) as u8;
                files.leading_ones() == files.count_ones()
            };
            assert!((0..8).all(is_at_rest), "{position}");
            let theirs = position.by_color(side.other());
            core::array::from_fn(|rank| (theirs & Bitboard::rank(rank as u8)).len() as usize)
        };
        (0..SAMPLES).map(count).collect()
    }

    #[test]
    fn an_opponent_who_has_not_moved_stands_on_two_ranks() {
        for counts in rank_counts("startpos modes=fog,gravity", "") {
            assert_eq!(counts, [0, 0, 0, 0, 0, 0, 8, 8]);
        }
    }

    #[test]
    fn after_one_move_one_piece_has_changed_its_rank() {
        for (moves, ranks) in [
            // A pawn can have moved one square or two, and a knight to the sixth rank.
            ("g1f3 b8c6", &[4, 5][..]),
            // The rook on a1 sees the pawn on a7, so no pawn has left the seventh rank.
            ("e2e3 b8c6", &[5]),
        ] {
            let samples = rank_counts("startpos modes=fog,gravity", moves);
            for counts in &samples {
                assert_eq!(counts.iter().sum::<usize>(), 16, "{counts:?}");
                assert_eq!(counts[6].min(8) + counts[7].min(8), 15, "{counts:?}");
            }
            let reached = |rank: &usize| samples.iter().any(|counts| counts[*rank] > 0);
            assert_eq!((0..6).filter(reached).collect::<Vec<_>>(), ranks, "{moves}");
        }
    }

    #[test]
    fn later_samples_have_all_pieces_and_are_at_rest() {
        let moves = "e2e4 e7e5 g1f3 b8c6 d2d4 d7d5";
        for counts in rank_counts("startpos modes=fog,gravity", moves) {
            assert_eq!(counts.iter().sum::<usize>(), 16, "{counts:?}");
        }
    }

    #[test]
    fn distances_between_ranks_are_those_of_the_pieces() {
        let distance = |kind, from, to| rank_distance(kind, Color::Second, from, to);
        assert_eq!(distance(PieceKind::Pawn, 6, 4), Some(1));
        assert_eq!(distance(PieceKind::Pawn, 6, 3), Some(2));
        assert_eq!(distance(PieceKind::Pawn, 5, 3), Some(2));
        assert_eq!(distance(PieceKind::Pawn, 5, 6), None);
        assert_eq!(distance(PieceKind::Pawn, 1, 0), None);
        assert_eq!(distance(PieceKind::Knight, 7, 4), Some(2));
        assert_eq!(distance(PieceKind::Rook, 7, 2), Some(1));
        assert_eq!(distance(PieceKind::Rook, 7, 7), Some(0));
        assert_eq!(distance(PieceKind::King, 7, 5), Some(2));
    }
}
