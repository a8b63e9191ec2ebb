use yipan_client::{LocalSetup, PlayerKind};

/// Returns the level of the computer, if it plays.
pub(super) fn computer_level(setup: &LocalSetup) -> Option<u8> {
    setup.players.iter().find_map(|player| match player {
        PlayerKind::Computer(level) => Some(*level),
        PlayerKind::Human => None,
    })
}

/// Changes the level of the computer, and swaps the sides if asked to.
pub(super) fn change_setup(setup: &mut LocalSetup, new_level: u8, swaps_sides: bool) {
    for player in &mut setup.players {
        if let PlayerKind::Computer(level) = player {
            *level = new_level;
        }
    }
    if swaps_sides {
        setup.players.swap(0, 1);
    }
}
