use yipan_chess::{Bitboard, PieceKind, Square};

/// The squares one side attacks.
#[derive(Clone, Copy, Default)]
pub(super) struct AttackMaps {
    pub(super) all: Bitboard,
    pub(super) attacked_twice: Bitboard,
    pub(super) by_kind: [Bitboard; 6],
    /// The attacks on squares of the enemy king zone, weighted by the kind of the attacker.
    pub(super) king_zone_attacks: u32,
    pub(super) king_attackers: u32,
}

impl AttackMaps {
    #[inline(always)]
    pub(super) fn add(&mut self, kind: PieceKind, squares: Bitboard) {
        self.attacked_twice |= self.all & squares;
        self.all |= squares;
        self.by_kind[kind as usize] |= squares;
    }
}

/// Returns the file of a square.
pub(super) fn file_of(square: Square) -> Bitboard {
    Bitboard(0x0101_0101_0101_0101 << square.file())
}
