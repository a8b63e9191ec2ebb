//! Published perft counts that are not among the vectors.

use yipan_core::perft;
use yipan_xiangqi::Position;

const COUNTS: [(&str, &[u64]); 9] = [
    ("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", &[38, 1_128, 43_929, 1_339_047]),
    ("1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w", &[7, 281, 8_620, 326_201]),
    ("5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w", &[25, 424, 9_850, 202_884]),
    ("CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w", &[28, 516, 14_808, 395_483]),
    ("C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w", &[28, 222, 6_241, 64_971]),
    ("4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w", &[23, 345, 8_124, 149_272]),
    ("2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w", &[21, 195, 3_883, 48_060]),
    ("1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w", &[49, 2_265, 100_326]),
    ("4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w", &[13, 272, 3_707, 92_741]),
];

#[test]
fn perft_counts_are_those_published() {
    for (fen, counts) in COUNTS {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let ours: Vec<u64> = (1..=counts.len()).map(|depth| perft(&position, depth as u32)).collect();
        assert_eq!(ours, counts, "{fen}");
    }
}
