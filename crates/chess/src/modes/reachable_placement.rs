//! Samples squares of hidden pieces that they can have reached in the moves that the opponent has made.
//!
//! The hidden pieces begin where they stood at the start of the game. Those that are known to have left are put
//! on squares near by, and what is left of the opponent's moves is played at random out of sight. So a piece
//! that is shut in stays at home, and early in a game nearly everything does. A portal carries a piece to any
//! square, for the price of a move.

use alloc::vec::Vec;

use super::hidden_origins::{HiddenOrigins, PORTAL_MOVES, opponent_captures, opponent_moves};
use super::hidden_pieces::{hidden_blockers, move_weight, possible_squares, random_index, random_square};
use super::move_distance::{MAX_DISTANCE, attacks_from, pawn_distance, piece_distance};
use crate::{Bitboard, ChessSetup, ChessView, Color, Piece, PieceKind, Square, attacks};

/// One of so many moves out of sight enters a portal: a pair has two of about forty empty squares.
const MOVES_PER_CARRY: u64 = 20;
/// The greatest number of moves that are played out of sight. More would hardly change the distribution.
const MAX_UNSEEN_MOVES: u32 = 40;
/// The number of pieces that are tried for one move out of sight before all are looked at.
const MAX_MOVE_ATTEMPTS: u32 = 6;

/// The hidden pieces on sampled squares.
pub(super) struct ReachablePlacement<'a> {
    view: &'a ChessView,
    side: Color,
    /// The viewer's king; `None` if a mine destroyed it.
    king: Option<Square>,
    /// The squares of visible pieces and of hidden ones that have been placed.
    occupied: Bitboard,
    pieces: Vec<HiddenPiece>,
    /// The moves of the opponent that nothing explains yet.
    moves_left: u32,
    /// The number of captures that the opponent has made.
    captures: u32,
    has_portals: bool,
}

/// A hidden piece.
#[derive(Clone, Copy)]
struct HiddenPiece {
    kind: PieceKind,
    /// The square of a placed piece, otherwise the one that it has left.
    square: Square,
    is_placed: bool,
    /// Whether the view requires a piece on this square.
    is_fixed: bool,
}

/// A hidden piece that can have moved to a square.
#[derive(Clone, Copy)]
struct Candidate {
    index: usize,
    to: Square,
    moves: u32,
}

impl<'a> ReachablePlacement<'a> {
    /// Samples squares for all hidden pieces of the opponent of `side`.
    pub(super) fn sample(
        setup: &ChessSetup,
        view: &'a ChessView,
        side: Color,
        random: &mut impl FnMut() -> u64,
    ) -> ReachablePlacement<'a> {
        let own_king = Piece { color: side, kind: PieceKind::King };
        let mut placement = ReachablePlacement {
            view,
            side,
            king: view.pieces.iter().find(|(_, piece)| *piece == own_king).map(|(square, _)| *square),
            occupied: view.pieces.iter().map(|(square, _)| *square).collect(),
            pieces: Vec::with_capacity(16),
            moves_left: opponent_moves(setup, view, side, random),
            captures: opponent_captures(view, side),
            has_portals: setup.modes().portals.is_some(),
        };
        placement.add_pieces(setup, random);
        placement.put_blockers(random);
        for index in 0..placement.pieces.len() {
            if !placement.pieces[index].is_placed {
                placement.put_displaced_piece(index, random);
            }
        }
        if view.in_check && !placement.gives_check() {
            placement.put_checker(random);
        }
        placement.play_unseen_moves(random);
        placement
    }

    /// Puts the hidden pieces on a board with the visible ones.
    pub(super) fn put_on(&self, board: &mut [Option<Piece>; 64]) {
        for piece in self.pieces.iter().filter(|piece| piece.is_placed) {
            board[piece.square.index()] = Some(Piece { color: self.side.other(), kind: piece.kind });
        }
    }

    /// Adds the pieces that are neither visible nor lost, at home unless their home is seen without them.
    fn add_pieces(&mut self, setup: &ChessSetup, random: &mut impl FnMut() -> u64) {
        let visible = self.view.visible;
        let distance = |kind, from, to| self.distance(kind, from, to, Bitboard::EMPTY);
        let hidden =
            HiddenOrigins::sample(setup, self.view, self.side, distance, |origins| origins & visible, random);
        for (kind, square) in hidden.pieces {
            let is_placed = !visible.contains(square);
            self.pieces.push(HiddenPiece { kind, square, is_placed, is_fixed: false });
            if is_placed {
                self.occupied |= square.bit();
            }
        }
        self.spend(hidden.moves);
    }

    /// Puts a piece on each square ahead of the viewer's pawns that they would see if it were empty.
    fn put_blockers(&mut self, random: &mut impl FnMut() -> u64) {
        for at in hidden_blockers(self.view, self.side) {
            if let Some(piece) = self.pieces.iter_mut().find(|piece| piece.is_placed && piece.square == at) {
                piece.is_fixed = true;
            } else {
                self.move_one_piece(|_| at.bit(), random);
            }
        }
    }

    /// Puts a piece on a square from which it gives the check that the viewer knows of.
    fn put_checker(&mut self, random: &mut impl FnMut() -> u64) {
        let Some(king) = self.king else { return };
        let (occupied, unseen) = (self.occupied, (!self.view.visible).without(self.occupied));
        let checking = |kind| match kind {
            // A king gives no check, and the pawns beside the king are seen.
            PieceKind::King | PieceKind::Pawn => Bitboard::EMPTY,
            _ => attacks_from(kind, king, occupied) & unseen,
        };
        self.move_one_piece(checking, random);
    }

    /// Moves one of the pieces to one of the squares for its kind, where it stays.
    fn move_one_piece(&mut self, squares: impl Fn(PieceKind) -> Bitboard, random: &mut impl FnMut() -> u64) {
        let mut candidates =
            self.candidates(&squares, |piece, to| self.distance(piece.kind, piece.square, to, self.occupied));
        if candidates.is_empty() {
            // The ways that are blocked now were open before.
            candidates = self.candidates(&squares, |piece, to| {
                self.distance(piece.kind, piece.square, to, Bitboard::EMPTY)
            });
        }
        if candidates.is_empty() && self.has_portals {
            // Portals lead everywhere, but few moves enter one, so they explain only what nothing else does.
            candidates = self.candidates(&squares, |piece, to| {
                possible_squares(piece.kind, Bitboard::EMPTY, to.bit()).any().then_some(PORTAL_MOVES)
            });
        }
        self.move_candidate(&candidates, random);
    }

    /// Returns the pieces that can have moved to one of the squares for their kind.
    fn candidates(
        &self,
        squares: &impl Fn(PieceKind) -> Bitboard,
        distance: impl Fn(&HiddenPiece, Square) -> Option<u32>,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| !piece.is_fixed) {
            for to in squares(piece.kind) {
                if let Some(moves) = distance(piece, to) {
                    candidates.push(Candidate { index, to, moves });
                }
            }
        }
        candidates
    }

    /// Moves one of the candidates for good. Few moves are more likely than many.
    fn move_candidate(&mut self, candidates: &[Candidate], random: &mut impl FnMut() -> u64) {
        let moves_left = self.moves_left;
        let weight = |candidate: &Candidate| -> u64 {
            let is_possible = candidate.moves <= moves_left;
            if is_possible { 1 << (2 * (MAX_DISTANCE - candidate.moves) + 2) } else { 1 }
        };
        let weights: Vec<u64> = candidates.iter().map(weight).collect();
        if let Some(chosen) = random_index(&weights, random) {
            let Candidate { index, to, moves } = candidates[chosen];
            self.move_piece(index, to);
            self.pieces[index].is_fixed = true;
            self.spend(moves);
        }
    }

    /// Puts a piece that has left its home on a hidden square that takes few moves.
    fn put_displaced_piece(&mut self, index: usize, random: &mut impl FnMut() -> u64) {
        let HiddenPiece { kind, square, .. } = self.pieces[index];
        let unseen = self.unseen(kind);
        let mut reached = square.bit();
        for moves in 1..=MAX_DISTANCE {
            let next = reached.into_iter().fold(reached, |all, from| all | self.destinations(kind, from));
            let is_last = next == reached || moves >= self.moves_left;
            reached = next;
            // One more move is as likely as not.
            if (is_last || random() & 1 == 0)
                && let Some(to) = random_square(reached & unseen, random)
            {
                self.move_piece(index, to);
                return self.spend(moves);
            }
        }
        // It got there in a way that is blocked now.
        if let Some(to) = random_square(unseen, random) {
            self.move_piece(index, to);
        }
    }

    /// Plays the remaining moves of the opponent with pieces that stay hidden.
    fn play_unseen_moves(&mut self, random: &mut impl FnMut() -> u64) {
        let weight = |piece: &HiddenPiece| match piece {
            HiddenPiece { is_placed: true, is_fixed: false, kind, .. } => move_weight(*kind),
            _ => 0,
        };
        let weights: Vec<u64> = self.pieces.iter().map(weight).collect();
        for _ in 0..self.moves_left.min(MAX_UNSEEN_MOVES) {
            let Some((index, to)) = self.random_unseen_move(&weights, random) else { return };
            self.move_piece(index, to);
        }
    }

    /// Returns a random move by the weights of the pieces; `None` if none of them can move.
    fn random_unseen_move(
        &self,
        weights: &[u64],
        random: &mut impl FnMut() -> u64,
    ) -> Option<(usize, Square)> {
        // Most pieces can move, so a few attempts are faster than a list of those that can.
        for _ in 0..MAX_MOVE_ATTEMPTS {
            let index = random_index(weights, random)?;
            if self.has_portals
                && random().is_multiple_of(MOVES_PER_CARRY)
                && self.unseen_destinations(index).any()
            {
                let kind = self.pieces[index].kind;
                let exit = random_square(self.without_check(kind, self.unseen(kind)), random)?;
                return Some((index, exit));
            }
            if let Some(to) = random_square(self.unseen_destinations(index), random) {
                return Some((index, to));
            }
        }
        let can_move = |index: usize| self.unseen_destinations(index).any();
        let weight = |(index, &weight): (usize, &u64)| if can_move(index) { weight } else { 0 };
        let index = random_index(&weights.iter().enumerate().map(weight).collect::<Vec<_>>(), random)?;
        Some((index, random_square(self.unseen_destinations(index), random)?))
    }

    /// Returns the hidden squares that a piece can move to without a check that the viewer would know of.
    fn unseen_destinations(&self, index: usize) -> Bitboard {
        let HiddenPiece { kind, square, .. } = self.pieces[index];
        self.without_check(kind, self.destinations(kind, square) & self.unseen(kind))
    }

    /// Returns the hidden squares on which a piece may stand.
    fn unseen(&self, kind: PieceKind) -> Bitboard {
        possible_squares(kind, self.occupied, !self.view.visible)
    }

    /// Removes the squares from which a piece would give a check that the viewer would know of.
    fn without_check(&self, kind: PieceKind, destinations: Bitboard) -> Bitboard {
        match self.king.filter(|_| !self.view.in_check) {
            Some(king) => destinations.without(attacks_from(kind, king, self.occupied)),
            None => destinations,
        }
    }

    /// Returns the empty squares that a piece can move to.
    fn destinations(&self, kind: PieceKind, from: Square) -> Bitboard {
        if kind != PieceKind::Pawn {
            return attacks_from(kind, from, self.occupied).without(self.occupied);
        }
        let them = self.side.other();
        let empty = !self.occupied;
        let ahead = |pawns: Bitboard| match them {
            Color::First => Bitboard(pawns.0 << 8) & empty,
            Color::Second => Bitboard(pawns.0 >> 8) & empty,
        };
        let once = ahead(from.bit());
        let twice = if from.rank_for(them) == 1 { ahead(once) } else { Bitboard::EMPTY };
        let captures = if self.captures > 0 { attacks::pawn(them, from) & empty } else { Bitboard::EMPTY };
        once | twice | captures
    }

    fn move_piece(&mut self, index: usize, to: Square) {
        let piece = &mut self.pieces[index];
        if piece.is_placed {
            self.occupied = self.occupied.without(piece.square.bit());
        }
        self.occupied |= to.bit();
        (piece.square, piece.is_placed) = (to, true);
    }

    fn spend(&mut self, moves: u32) {
        self.moves_left = self.moves_left.saturating_sub(moves);
    }

    /// Whether a visible or placed piece attacks the viewer's king.
    fn gives_check(&self) -> bool {
        let Some(king) = self.king else { return false };
        let them = self.side.other();
        let visible = self.view.pieces.iter().filter(|(_, piece)| piece.color == them);
        let visible = visible.map(|(square, piece)| (piece.kind, *square));
        let placed = self.pieces.iter().filter(|piece| piece.is_placed);
        visible.chain(placed.map(|piece| (piece.kind, piece.square))).any(|(kind, square)| match kind {
            PieceKind::Pawn => attacks::pawn(them, square).contains(king),
            _ => attacks_from(kind, king, self.occupied).contains(square),
        })
    }

    /// Returns the least number of moves of a piece over unoccupied squares; `None` if there is no way.
    fn distance(&self, kind: PieceKind, from: Square, to: Square, occupied: Bitboard) -> Option<u32> {
        match kind {
            PieceKind::Pawn => pawn_distance(self.side.other(), from, to, self.captures),
            _ => piece_distance(kind, from, to, occupied),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use yipan_core::{Game, NullSink, Step, Turn, Viewer, splitmix64};

    use super::*;
    use crate::Chess;

    const SAMPLES: usize = 300;

    /// Returns the enemy pieces of many samples after some moves of a game in fog.
    fn samples(setup: &str, moves: &str) -> Vec<Vec<(Square, PieceKind)>> {
        let setup: ChessSetup = setup.parse().expect(setup);
        let mut game = Chess::start(&setup);
        // Portals are on the squares in the middle of those that are free.
        let resolve_chance = |game: &mut Chess| {
            while game.turn() == Turn::Chance {
                let mut outcomes = Vec::new();
                game.chance_outcomes(&mut outcomes);
                let (outcome, _) = outcomes[outcomes.len() / 2];
                game.apply(Step::Chance(outcome), &mut NullSink).expect("an offered outcome");
            }
        };
        resolve_chance(&mut game);
        for text in moves.split_whitespace() {
            game.apply(Step::Action(text.parse().expect(text)), &mut NullSink).expect(text);
            resolve_chance(&mut game);
        }
        let Turn::Player(side) = game.turn() else { panic!("a side is to move") };
        let view = game.view(Viewer::Player(side));
        let mut state = 1;
        let mut random = || {
            let number;
            (state, number) = splitmix64(state);
            number
        };
        let enemies = |game: &Chess| {
            let pieces = game.position().pieces_on(Bitboard::ALL).into_iter();
            let theirs = pieces.filter(|(_, piece)| piece.color != side);
            theirs.map(|(square, piece)| (square, piece.kind)).collect::<Vec<_>>()
        };
        let sample = |_| enemies(&Chess::determinize(&setup, &view, side, &mut random).expect("a sample"));
        (0..SAMPLES).map(sample).collect()
    }

    /// Returns the squares on which pieces of Black stand in some samples but not at the start.
    fn new_squares(samples: &[Vec<(Square, PieceKind)>]) -> Vec<(Square, PieceKind)> {
        let start = samples_of_start();
        let mut all: Vec<_> =
            samples.iter().flatten().copied().filter(|piece| !start.contains(piece)).collect();
        all.sort_by_key(|(square, kind)| (square.index(), *kind as usize));
        all.dedup();
        all
    }

    fn samples_of_start() -> Vec<(Square, PieceKind)> {
        samples("startpos modes=fog", "").swap_remove(0)
    }

    fn text(pieces: &[(Square, PieceKind)]) -> String {
        pieces.iter().map(|(square, kind)| alloc::format!("{}{square} ", kind.letter())).collect()
    }

    #[test]
    fn an_opponent_who_has_not_moved_stands_at_the_start() {
        let start = samples_of_start();
        assert_eq!(start.len(), 16);
        assert!(start.iter().all(|(square, _)| square.rank() >= 6), "{}", text(&start));
        assert!(samples("startpos modes=fog", "").iter().all(|sample| *sample == start));
    }

    #[test]
    fn after_one_move_one_pawn_or_knight_has_moved() {
        let samples = samples("startpos modes=fog", "e2e4 b8c6");
        let start = samples_of_start();
        for sample in &samples {
            let moved = sample.iter().filter(|piece| !start.contains(piece)).count();
            assert_eq!((sample.len(), moved), (16, 1), "{}", text(sample));
        }
        // All of Black's moves that White does not see.
        let expected = "Pa5 Pc5 Pg5 Pb6 Pc6 Nc6 Pd6 Pe6 Pf6 Nf6 Pg6 Ph6 Nh6 ";
        assert_eq!(text(&new_squares(&samples)), expected);
    }

    #[test]
    fn a_visible_move_explains_the_moves_of_the_opponent() {
        // The pawn on d5 is seen, and Black has made one move.
        let samples = samples("startpos modes=fog", "e2e4 d7d5");
        assert_eq!(text(&new_squares(&samples)), "Pd5 ");
    }

    #[test]
    fn a_piece_whose_home_is_seen_empty_is_as_near_as_its_moves_allow() {
        // The rook sees that the knight has left b8.
        let samples = samples("1n4k1/8/8/8/8/8/8/1R4K1 w - - 0 1 modes=fog", "b1b2 b8d7");
        let mut found: Vec<String> = samples.iter().map(|sample| text(sample)).collect();
        found.sort();
        found.dedup();
        assert_eq!(found, ["Na6 Kg8 ", "Nc6 Kg8 ", "Nd7 Kg8 "]);
    }

    #[test]
    fn every_sample_has_all_pieces_and_bishops_on_both_shades() {
        for sample in samples("startpos modes=fog", "e2e4 e7e5 d1h5 b8c6 h5g5 f8e7 g5g7 e7f6 g7g3 d7d5") {
            let count = |kind| sample.iter().filter(|piece| piece.1 == kind).count();
            assert_eq!(PieceKind::ALL.map(count), [7, 2, 2, 2, 1, 1], "{}", text(&sample));
            let dark = |piece: &&(Square, PieceKind)| {
                piece.1 == PieceKind::Bishop && Bitboard::DARK_SQUARES.contains(piece.0)
            };
            assert_eq!(sample.iter().filter(dark).count(), 1, "{}", text(&sample));
        }
    }

    #[test]
    fn pawns_leave_their_files_only_by_captures() {
        let moves = "a2a3 h7h5 a3a4 h5h4 a4a5 g7g5 b2b3 g5g4 b3b4 f7f5";
        for sample in samples("startpos modes=fog", moves) {
            for file in 0..8 {
                let on_file =
                    |(square, kind): &&(Square, PieceKind)| *kind == PieceKind::Pawn && square.file() == file;
                assert_eq!(sample.iter().filter(on_file).count(), 1, "{}", text(&sample));
            }
        }
    }

    #[test]
    fn a_portal_carries_one_piece_in_one_move() {
        // The pair is chosen by chance, and White does not see what Black has moved.
        let setup = "startpos modes=fog,portals";
        let samples = samples(setup, "e2e4 b8c6");
        let start = samples_of_start();
        let mut carried = 0;
        for sample in &samples {
            let moved: Vec<_> = sample.iter().filter(|piece| !start.contains(piece)).collect();
            assert_eq!((sample.len(), moved.len()), (16, 1), "{}", text(sample));
            let on_foot = "Pa5 Pc5 Pg5 Pb6 Pc6 Nc6 Pd6 Pe6 Pf6 Nf6 Pg6 Ph6 Nh6 Pb5 Pd5 Pe5 Pf5 Ph5 Pa6 Na6 ";
            carried += usize::from(!on_foot.contains(&text(&[*moved[0]])));
        }
        assert!((1..SAMPLES / 5).contains(&carried), "{carried} of {SAMPLES}");
    }

    #[test]
    fn a_blocked_pawn_is_blocked_by_a_piece_that_can_have_come() {
        // The pawn on e5 does not see e6. A pawn takes one move, and no other piece can be there after two.
        for sample in samples("startpos modes=fog", "e2e4 a7a6 e4e5 e7e6") {
            assert!(
                sample.contains(&("e6".parse().expect("a square"), PieceKind::Pawn)),
                "{}",
                text(&sample)
            );
        }
    }
}
