use std::sync::{Arc, LazyLock};

use yipan_chess::{Bitboard, PieceKind, Position, Square};
use yipan_core::Side;

use super::endgame_scale;
use crate::network::{NetworkGame, NetworkParams};

impl NetworkGame for Position {
    type CellSet = Bitboard;

    const NO_CELLS: Bitboard = Bitboard::EMPTY;

    #[inline(always)]
    fn piece_cells(&self, side: Side, kind: usize) -> Bitboard {
        self.by_color_and_kind(side, PieceKind::ALL[kind])
    }

    #[inline(always)]
    fn cell_index(square: Square) -> usize {
        square.index()
    }

    #[inline(always)]
    fn flip_cell(square: usize) -> usize {
        square ^ 56
    }

    #[inline(always)]
    fn piece_count(&self) -> usize {
        self.occupied().len() as usize
    }

    fn embedded_network() -> &'static Arc<NetworkParams> {
        static PARAMS: LazyLock<Arc<NetworkParams>> = LazyLock::new(|| {
            let params = NetworkParams::parse(include_bytes!("../../network/chess.net"), Position::INPUTS);
            Arc::new(params.expect("the network file is valid"))
        });
        &PARAMS
    }

    fn scale_for_endgame(&self, value: i32) -> i32 {
        value * endgame_scale::endgame_scale(self) / endgame_scale::FULL_SCALE
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
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 31),
            ("r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 9", 49),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", -90),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", 16),
            ("2r2r2/1p4k1/p4p1q/3Bp3/4P3/2P2R1P/1Pn2QPK/8 b - - 3 29", 121),
            ("4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", 884),
        ] {
            let position: Position = fen.parse().expect(fen);
            assert_eq!(Network::default().evaluate(&position), expected, "{fen}");
        }
    }
}
