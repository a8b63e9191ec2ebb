use yipan_xiangqi::PointSet;

/// The points one side attacks.
#[derive(Clone, Copy, Default)]
pub(super) struct AttackMaps {
    pub(super) all: PointSet,
    /// By kind; a cannon attacks over its screen (炮架).
    pub(super) by_kind: [PointSet; 7],
    /// The points that cannons can move to without a capture.
    pub(super) cannon_quiet_moves: PointSet,
    /// The attacks on points of the enemy palace, weighted by the kind of the attacker.
    pub(super) palace_attacks: u32,
    pub(super) palace_attackers: u32,
}
