use std::sync::{Arc, LazyLock};

use yipan_core::Side;
use yipan_xiangqi::{PieceKind, Point, PointSet, Position};

use super::endgame_scale::endgame_scale;
use crate::network::{NetworkGame, NetworkParams};
use crate::weights::PhaseAndScale;

impl NetworkGame for Position {
    type CellSet = PointSet;

    const NO_CELLS: PointSet = PointSet::EMPTY;

    #[inline(always)]
    fn piece_cells(&self, side: Side, kind: usize) -> PointSet {
        self.by_color_and_kind(side, PieceKind::ALL[kind])
    }

    #[inline(always)]
    fn cell_index(point: Point) -> usize {
        point.index()
    }

    /// Keeps the file and counts the ranks from the other end.
    #[inline(always)]
    fn flip_cell(point: usize) -> usize {
        81 + 2 * (point % 9) - point
    }

    #[inline(always)]
    fn piece_count(&self) -> usize {
        self.occupied().points().len() as usize
    }

    fn embedded_network() -> &'static Arc<NetworkParams> {
        static PARAMS: LazyLock<Arc<NetworkParams>> = LazyLock::new(|| {
            let params = NetworkParams::parse(include_bytes!("../../network/xiangqi.net"), Position::INPUTS);
            Arc::new(params.expect("the network file is valid"))
        });
        &PARAMS
    }

    fn scale_for_endgame(&self, value: i32) -> i32 {
        value * endgame_scale(self) / PhaseAndScale::FULL_SCALE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;
    use crate::search_game::Evaluation;

    /// The expected values were computed from the network file by another program.
    #[test]
    fn the_network_reproduces_the_values_of_the_reference_implementation() {
        for (fen, expected) in [
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 92),
            ("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", -123),
            ("2bakab1r/9/2n1c1n2/p1p1p3p/6p2/2P6/P3P1P1P/N1C1C1N2/9/R1BAKAB1R b - - 0 1", -949),
            ("3a1kb1r/3na4/2c1b1nc1/r3p3p/1Cp3p2/p8/2P1P1PCP/2N1B3R/4AN3/R1B1KA3 w - - 0 1", -141),
            ("4kabn1/4a4/4b4/6C1p/4p2r1/1r1p1RRN1/4P3P/4B4/4A4/3AK4 b - - 0 1", -142),
            ("3k5/4a4/4ba3/9/2b6/6N2/9/4B4/4A4/2BAK1R2 w - - 0 1", 832),
        ] {
            let position: Position = fen.parse().expect(fen);
            assert_eq!(Network::default().evaluate(&position), expected, "{fen}");
        }
    }
}
