//! Staged move generation and ordering.

use arrayvec::ArrayVec;
use yipan_core::{MoveKind, MoveList};

use super::histories::{Histories, QuietContext};
use crate::search_game::SearchGame;

/// Yields the moves of a position, best first, and generates them in stages: TT move, good captures, killers and
/// countermove, quiet moves by history, bad captures.
pub(crate) struct MovePicker<P: SearchGame> {
    stage: PickStage,
    tt_move: Option<P::Move>,
    refutations: [u16; 3],
    moves: ArrayVec<P::Move, 256>,
    /// The scores of `moves`, apart so that several are compared at once.
    scores: ArrayVec<i32, 256>,
    bad_captures: ArrayVec<P::Move, 64>,
    next_index: usize,
    /// Captures below this SEE value come last, or are dropped if `only_tactical` is set.
    see_threshold: i32,
    only_tactical: bool,
    /// Whether quiet moves that do not give check are dropped.
    only_checks: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PickStage {
    TtMove,
    GenerateTactical,
    GoodTactical,
    Refutations,
    GenerateQuiet,
    Quiet,
    BadTactical,
    Done,
}

/// A move with its ordering data.
#[derive(Clone, Copy)]
pub(crate) struct PickedMove<M> {
    pub(crate) mv: M,
    pub(crate) is_quiet: bool,
    /// The quiet history of a quiet move ([`Histories::quiet`]).
    pub(crate) score: i32,
}

impl<P: SearchGame> MovePicker<P> {
    /// Creates a picker of all legal moves.
    pub(crate) fn all(tt_move: Option<P::Move>, refutations: [u16; 3]) -> MovePicker<P> {
        MovePicker {
            stage: PickStage::TtMove,
            tt_move,
            refutations,
            moves: ArrayVec::new(),
            scores: ArrayVec::new(),
            bad_captures: ArrayVec::new(),
            next_index: 0,
            see_threshold: 0,
            only_tactical: false,
            only_checks: false,
        }
    }

    /// Creates a picker of the tactical moves whose SEE value is at least the threshold.
    pub(crate) fn tactical(tt_move: Option<P::Move>, see_threshold: i32) -> MovePicker<P> {
        MovePicker { see_threshold, only_tactical: true, ..MovePicker::all(tt_move, [0; 3]) }
    }

    /// Drops the remaining quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        if matches!(self.stage, PickStage::Refutations | PickStage::GenerateQuiet | PickStage::Quiet) {
            self.stage = PickStage::BadTactical;
            self.next_index = 0;
        }
    }

    /// Drops the remaining quiet moves that do not give check.
    pub(crate) fn skip_to_quiet_checks(&mut self, position: &P, checks: &P::CheckSquares) {
        self.only_checks = true;
        if self.stage == PickStage::Quiet {
            let mut retained = self.next_index;
            for at in self.next_index..self.moves.len() {
                if position.gives_check(self.moves[at], checks) {
                    self.moves.swap(retained, at);
                    self.scores.swap(retained, at);
                    retained += 1;
                }
            }
            self.moves.truncate(retained);
            self.scores.truncate(retained);
        }
    }

    pub(crate) fn next_move(
        &mut self,
        position: &P,
        histories: &Histories<P>,
        context: &QuietContext,
    ) -> Option<PickedMove<P::Move>> {
        loop {
            match self.stage {
                PickStage::TtMove => {
                    self.stage = PickStage::GenerateTactical;
                    if let Some(mv) = self.tt_move {
                        let is_quiet = !position.is_tactical(mv);
                        let score =
                            if is_quiet { histories.quiet(position.move_features(mv), context) } else { 0 };
                        return Some(PickedMove { mv, is_quiet, score });
                    }
                }
                PickStage::GenerateTactical => {
                    self.generate_tactical(position, histories);
                    self.stage = PickStage::GoodTactical;
                }
                PickStage::GoodTactical => match self.take_best() {
                    Some((mv, score)) => {
                        if position.see_ge(mv, self.see_threshold) {
                            return Some(PickedMove { mv, is_quiet: false, score });
                        }
                        if !self.only_tactical {
                            let _ = self.bad_captures.try_push(mv);
                        }
                    }
                    None => {
                        self.stage =
                            if self.only_tactical { PickStage::Done } else { PickStage::Refutations };
                        self.next_index = 0;
                    }
                },
                PickStage::Refutations => match self.refutations.get(self.next_index) {
                    Some(&bits) => {
                        self.next_index += 1;
                        if let Some(mv) = self.refutation(position, bits) {
                            let score = histories.quiet(position.move_features(mv), context);
                            return Some(PickedMove { mv, is_quiet: true, score });
                        }
                    }
                    None => self.stage = PickStage::GenerateQuiet,
                },
                PickStage::GenerateQuiet => {
                    self.generate_quiet(position, histories, context);
                    self.stage = PickStage::Quiet;
                }
                PickStage::Quiet => match self.take_best() {
                    Some((mv, score)) => return Some(PickedMove { mv, is_quiet: true, score }),
                    None => {
                        self.stage = PickStage::BadTactical;
                        self.next_index = 0;
                    }
                },
                PickStage::BadTactical => match self.bad_captures.get(self.next_index) {
                    Some(&mv) => {
                        self.next_index += 1;
                        return Some(PickedMove { mv, is_quiet: false, score: 0 });
                    }
                    None => self.stage = PickStage::Done,
                },
                PickStage::Done => return None,
            }
        }
    }

    /// Returns whether the picker is at the captures that lose material by SEE.
    pub(crate) fn is_at_bad_captures(&self) -> bool {
        self.stage == PickStage::BadTactical
    }

    /// Removes the move with the highest score (one step of a selection sort).
    fn take_best(&mut self) -> Option<(P::Move, i32)> {
        let next = self.next_index;
        let rest = self.scores.get(next..)?;
        let highest = rest.iter().copied().fold(i32::MIN, i32::max);
        let best = next + rest.iter().position(|&score| score == highest)?;
        self.moves.swap(next, best);
        self.scores.swap(next, best);
        self.next_index += 1;
        Some((self.moves[next], highest))
    }

    fn generate_tactical(&mut self, position: &P, histories: &Histories<P>) {
        let mut found = MoveList::new();
        position.generate_tactical_moves(&mut found);
        self.score_moves(&found, |mv| {
            let features = position.move_features(mv);
            let captured_value = features.captured.map_or(P::PIECE_VALUES[0], |kind| P::PIECE_VALUES[kind]);
            let kind = features.piece % P::PIECE_KINDS;
            Some(captured_value * 16 - P::PIECE_VALUES[kind] + histories.capture(features) / 2)
        });
    }

    fn generate_quiet(&mut self, position: &P, histories: &Histories<P>, context: &QuietContext) {
        let mut found = MoveList::new();
        position.generate_moves(MoveKind::Quiets, &mut found);
        let refutations = self.refutations;
        let checks = self.only_checks.then(|| position.check_squares());
        let scorer = histories.quiet_scorer(context);
        self.score_moves(&found, |mv| {
            let is_excluded = refutations.contains(&P::move_bits(mv))
                || position.is_tactical(mv)
                || checks.as_ref().is_some_and(|checks| !position.gives_check(mv, checks));
            (!is_excluded).then(|| scorer.score(position.move_features(mv)))
        });
    }

    fn score_moves(&mut self, found: &MoveList<P::Move>, score: impl Fn(P::Move) -> Option<i32>) {
        self.moves.clear();
        self.scores.clear();
        self.next_index = 0;
        for &mv in found.iter().filter(|&&mv| Some(mv) != self.tt_move) {
            if let Some(score) = score(mv) {
                // No reachable position has more moves than the capacity. In a composed one the last are dropped.
                let _ = self.moves.try_push(mv);
                let _ = self.scores.try_push(score);
            }
        }
    }

    /// Returns a killer or countermove if it is a legal quiet move that was not yielded before.
    fn refutation(&mut self, position: &P, bits: u16) -> Option<P::Move> {
        let at = self.next_index - 1;
        if bits == 0 || self.refutations[..at].contains(&bits) {
            return None;
        }
        let mv = position
            .legal_move_from_bits(bits)
            .filter(|&mv| Some(mv) != self.tt_move && !position.is_tactical(mv));
        if mv.is_none() {
            // Otherwise a move with the same bits would be left out of the quiet moves.
            self.refutations[at] = 0;
        }
        mv
    }
}

#[cfg(test)]
mod tests {
    use yipan_chess::Position;

    use super::*;

    #[test]
    fn every_legal_move_comes_exactly_once() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ];
        let histories = Histories::new();
        for fen in fens {
            let position: Position = fen.parse().expect(fen);
            let legal = position.legal_moves();
            for tt_move in legal.iter().copied().map(Some).chain([None]) {
                for refutations in [[0; 3], [legal[0].bits(), legal[1].bits(), legal[0].bits()]] {
                    let mut picker = MovePicker::all(tt_move, refutations);
                    let mut picked = Vec::new();
                    while let Some(pick) = picker.next_move(&position, &histories, &QuietContext::default()) {
                        assert_eq!(pick.is_quiet, !position.is_tactical(pick.mv), "{:?}", pick.mv);
                        picked.push(pick.mv.bits());
                    }
                    if let Some(mv) = tt_move {
                        assert_eq!(picked[0], mv.bits(), "the TT move comes first");
                    }
                    picked.sort_unstable();
                    let mut expected: Vec<u16> = legal.iter().map(|mv| mv.bits()).collect();
                    expected.sort_unstable();
                    assert_eq!(picked, expected, "{fen}");
                }
            }
        }
    }
}
