//! Moves in the order in which they are most likely to decide.

use arrayvec::ArrayVec;
use yipan_rules::{MoveKind, MoveList};

use super::memory::Memory;
use crate::searchable::{Facet, Searchable};

/// Gives the moves of a position one by one, and finds them only when they are needed: the move of the table, good
/// captures, killers and the counter-move, the other quiet moves by what was good elsewhere, and bad captures.
pub(crate) struct Picker<P: Searchable> {
    stage: Stage,
    table_move: Option<P::Move>,
    refutations: [u16; 3],
    moves: ArrayVec<(P::Move, i32), 256>,
    bad: ArrayVec<P::Move, 64>,
    next: usize,
    /// Captures that do not win at least so much come last, or not at all in a search for quiet.
    least: i32,
    only_tactical: bool,
    /// Of the quiet moves only those that give check.
    only_checks: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Table,
    FindTactical,
    GoodTactical,
    Refutations,
    FindQuiet,
    Quiet,
    BadTactical,
    Done,
}

/// A move and where in the order it came from.
#[derive(Clone, Copy)]
pub(crate) struct Pick<M> {
    pub(crate) mv: M,
    pub(crate) is_quiet: bool,
    /// For a quiet move what [`Memory::quiet`] says of it.
    pub(crate) score: i32,
}

impl<P: Searchable> Picker<P> {
    /// Every move.
    pub(crate) fn all(table_move: Option<P::Move>, refutations: [u16; 3]) -> Picker<P> {
        Picker {
            stage: Stage::Table,
            table_move,
            refutations,
            moves: ArrayVec::new(),
            bad: ArrayVec::new(),
            next: 0,
            least: 0,
            only_tactical: false,
            only_checks: false,
        }
    }

    /// Only the moves that change the material and win at least so much.
    pub(crate) fn tactical(table_move: Option<P::Move>, least: i32) -> Picker<P> {
        Picker { least, only_tactical: true, ..Picker::all(table_move, [0; 3]) }
    }

    /// From now on no more quiet moves.
    pub(crate) fn skip_quiet(&mut self) {
        if matches!(self.stage, Stage::Refutations | Stage::FindQuiet | Stage::Quiet) {
            self.stage = Stage::BadTactical;
            self.next = 0;
        }
    }

    /// From now on only those quiet moves that give check.
    pub(crate) fn skip_to_checks(&mut self, position: &P, checks: &P::Checks) {
        self.only_checks = true;
        if self.stage == Stage::Quiet {
            let mut kept = self.next;
            for at in self.next..self.moves.len() {
                if position.checks(self.moves[at].0, checks) {
                    self.moves.swap(kept, at);
                    kept += 1;
                }
            }
            self.moves.truncate(kept);
        }
    }

    /// The next move.
    pub(crate) fn next(
        &mut self,
        position: &P,
        memory: &Memory<P>,
        before: [Option<Facet>; 2],
    ) -> Option<Pick<P::Move>> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::FindTactical;
                    if let Some(mv) = self.table_move {
                        let is_quiet = !position.is_tactical(mv);
                        let score = if is_quiet { memory.quiet(position.facet(mv), before) } else { 0 };
                        return Some(Pick { mv, is_quiet, score });
                    }
                }
                Stage::FindTactical => {
                    self.find_tactical(position, memory);
                    self.stage = Stage::GoodTactical;
                }
                Stage::GoodTactical => match self.best() {
                    Some((mv, score)) => {
                        if position.exchange_pays(mv, self.least) {
                            return Some(Pick { mv, is_quiet: false, score });
                        }
                        if !self.only_tactical {
                            let _ = self.bad.try_push(mv);
                        }
                    }
                    None => {
                        self.stage = if self.only_tactical { Stage::Done } else { Stage::Refutations };
                        self.next = 0;
                    }
                },
                Stage::Refutations => match self.refutations.get(self.next) {
                    Some(&bits) => {
                        self.next += 1;
                        if let Some(mv) = self.refutation(position, bits) {
                            let score = memory.quiet(position.facet(mv), before);
                            return Some(Pick { mv, is_quiet: true, score });
                        }
                    }
                    None => self.stage = Stage::FindQuiet,
                },
                Stage::FindQuiet => {
                    self.find_quiet(position, memory, before);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best() {
                    Some((mv, score)) => return Some(Pick { mv, is_quiet: true, score }),
                    None => {
                        self.stage = Stage::BadTactical;
                        self.next = 0;
                    }
                },
                Stage::BadTactical => match self.bad.get(self.next) {
                    Some(&mv) => {
                        self.next += 1;
                        return Some(Pick { mv, is_quiet: false, score: 0 });
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Whether the moves that come now are captures that lose something.
    pub(crate) fn at_bad_captures(&self) -> bool {
        self.stage == Stage::BadTactical
    }

    /// Takes the best of the moves that are left.
    fn best(&mut self) -> Option<(P::Move, i32)> {
        let rest = self.moves.get_mut(self.next..).filter(|rest| !rest.is_empty())?;
        let mut best = 0;
        for (i, (_, score)) in rest.iter().enumerate() {
            if *score > rest[best].1 {
                best = i;
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    fn find_tactical(&mut self, position: &P, memory: &Memory<P>) {
        let mut found = MoveList::new();
        position.tactical(&mut found);
        self.keep(&found, |mv| {
            let facet = position.facet(mv);
            let won = facet.takes.map_or(P::WORTH[0], |kind| P::WORTH[kind]);
            let kind = facet.man % P::KINDS;
            Some(won * 16 - P::WORTH[kind] + memory.capture(facet) / 2)
        });
    }

    fn find_quiet(&mut self, position: &P, memory: &Memory<P>, before: [Option<Facet>; 2]) {
        let mut found = MoveList::new();
        position.moves(MoveKind::Quiets, &mut found);
        let refutations = self.refutations;
        let checks = self.only_checks.then(|| position.look_for_checks());
        self.keep(&found, |mv| {
            let known = refutations.contains(&P::bits(mv))
                || position.is_tactical(mv)
                || checks.as_ref().is_some_and(|checks| !position.checks(mv, checks));
            (!known).then(|| memory.quiet(position.facet(mv), before))
        });
    }

    fn keep(&mut self, found: &MoveList<P::Move>, score: impl Fn(P::Move) -> Option<i32>) {
        self.moves.clear();
        self.next = 0;
        for &mv in found.iter().filter(|&&mv| Some(mv) != self.table_move) {
            if let Some(score) = score(mv) {
                // No position that can arise has more moves than there is room for; a composed one may, and then
                // the last of them are not looked at.
                let _ = self.moves.try_push((mv, score));
            }
        }
    }

    /// A killer or counter-move, if it can be played here and has not come yet.
    fn refutation(&mut self, position: &P, bits: u16) -> Option<P::Move> {
        let at = self.next - 1;
        if bits == 0 || self.refutations[..at].contains(&bits) {
            return None;
        }
        let mv = position.read(bits).filter(|&mv| Some(mv) != self.table_move && !position.is_tactical(mv));
        if mv.is_none() {
            // It must not keep the same bits out of the quiet moves by mistake; it is not among them.
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
        let memory = Memory::new();
        for fen in fens {
            let position: Position = fen.parse().expect(fen);
            let legal = position.legal_moves();
            for table_move in legal.iter().copied().map(Some).chain([None]) {
                for refutations in [[0; 3], [legal[0].bits(), legal[1].bits(), legal[0].bits()]] {
                    let mut picker = Picker::all(table_move, refutations);
                    let mut given = Vec::new();
                    while let Some(pick) = picker.next(&position, &memory, [None; 2]) {
                        assert_eq!(pick.is_quiet, !position.is_tactical(pick.mv), "{:?}", pick.mv);
                        given.push(pick.mv.bits());
                    }
                    if let Some(mv) = table_move {
                        assert_eq!(given[0], mv.bits(), "the move of the table comes first");
                    }
                    given.sort_unstable();
                    let mut expected: Vec<u16> = legal.iter().map(|mv| mv.bits()).collect();
                    expected.sort_unstable();
                    assert_eq!(given, expected, "{fen}");
                }
            }
        }
    }
}
