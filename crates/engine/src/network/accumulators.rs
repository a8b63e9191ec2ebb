use arrayvec::ArrayVec;
use multiversion::multiversion;
use yipan_core::Side;

use super::lanes::{self, Lanes};
use super::network_game::NetworkGame;
use super::params::NetworkParams;
use crate::search_game::PathEntry;

/// The greatest number of piece kinds of a game.
const MAX_KINDS: usize = 7;
/// The greatest number of pieces that can appear or disappear at once.
const MAX_CHANGES: usize = 64;

/// The accumulators of both perspectives for one position.
pub(super) struct AccumulatorPair<P: NetworkGame> {
    /// The hash key of the position; `None` for an empty board.
    pub(super) key: Option<u64>,
    pieces: PieceSets<P>,
    /// The accumulators of the first side, then those of the second.
    sums: Vec<Lanes>,
}

/// The cells of the pieces, by side and kind.
type PieceSets<P> = [[<P as NetworkGame>::CellSet; MAX_KINDS]; 2];

impl<P: NetworkGame> AccumulatorPair<P> {
    /// Creates the accumulators of an empty board.
    pub(super) fn empty_board(params: &NetworkParams) -> AccumulatorPair<P> {
        AccumulatorPair {
            key: None,
            pieces: [[P::NO_CELLS; MAX_KINDS]; 2],
            sums: [params.feature_bias.as_slice(); 2].concat(),
        }
    }

    /// Returns the accumulators of one perspective.
    #[inline(always)]
    pub(super) fn of(&self, perspective: Side) -> &[Lanes] {
        let (first, second) = self.sums.split_at(self.sums.len() / 2);
        if perspective == Side::First { first } else { second }
    }

    /// Updates the accumulators for another position.
    #[inline(always)]
    pub(super) fn update(&mut self, params: &NetworkParams, to: &PathEntry<P>) {
        let mut changes = InputChanges::default();
        changes.collect(&mut self.pieces, &to.position);
        self.key = Some(to.key);
        let earlier = self.sums.clone();
        copy_with_changes(&mut self.sums, &earlier, params, &changes);
    }

    /// Computes the accumulators for a position from those of an earlier one.
    #[inline(always)]
    pub(super) fn update_from(
        &mut self,
        earlier: &AccumulatorPair<P>,
        params: &NetworkParams,
        to: &PathEntry<P>,
    ) {
        self.pieces = earlier.pieces;
        let mut changes = InputChanges::default();
        changes.collect(&mut self.pieces, &to.position);
        self.key = Some(to.key);
        copy_with_changes(&mut self.sums, &earlier.sums, params, &changes);
    }
}

/// The inputs that differ between two positions, for the first and the second side's perspective.
#[derive(Default)]
struct InputChanges {
    added: ArrayVec<[usize; 2], MAX_CHANGES>,
    removed: ArrayVec<[usize; 2], MAX_CHANGES>,
}

impl InputChanges {
    /// Collects the changes from `pieces` to those of a position, which replace them.
    #[inline(always)]
    fn collect<P: NetworkGame>(&mut self, pieces: &mut PieceSets<P>, position: &P) {
        for side in Side::BOTH {
            for (kind, old) in pieces[side.index()].iter_mut().enumerate().take(P::PIECE_KINDS) {
                let new = position.piece_cells(side, kind);
                // A move changes one set of pieces, or two.
                if *old == new {
                    continue;
                }
                self.removed.extend((*old & !new).into_iter().map(|cell| inputs_of::<P>(side, kind, cell)));
                self.added.extend((new & !*old).into_iter().map(|cell| inputs_of::<P>(side, kind, cell)));
                *old = new;
            }
        }
    }
}

/// Copies accumulators and applies changes; most are one move, which takes one pass over them.
#[multiversion(targets("x86_64+avx2"))]
fn copy_with_changes(to: &mut [Lanes], from: &[Lanes], params: &NetworkParams, changes: &InputChanges) {
    let pairs = from.chunks_exact(params.width).zip(to.chunks_exact_mut(params.width));
    for (perspective, (from, to)) in pairs.enumerate() {
        let row = |inputs: &[usize; 2]| params.feature_row(inputs[perspective]);
        match (changes.added.as_slice(), changes.removed.as_slice()) {
            ([added], [removed]) => lanes::copy_moved(to, from, row(added), row(removed)),
            ([added], [first, second]) => {
                lanes::copy_captured(to, from, row(added), [row(first), row(second)]);
            }
            (added, removed) => {
                to.copy_from_slice(from);
                for inputs in removed {
                    lanes::subtract(to, row(inputs));
                }
                for inputs in added {
                    lanes::add(to, row(inputs));
                }
            }
        }
    }
}

/// Returns the input of a piece for each perspective.
#[inline(always)]
fn inputs_of<P: NetworkGame>(
    side: Side,
    kind: usize,
    cell: <P::CellSet as IntoIterator>::Item,
) -> [usize; 2] {
    let cell = P::cell_index(cell);
    let input =
        |is_enemy: bool, cell: usize| (usize::from(is_enemy) * P::PIECE_KINDS + kind) * P::CELLS + cell;
    [input(side == Side::Second, cell), input(side == Side::First, P::flip_cell(cell))]
}
