use yipan_core::{Cause, Cell, Effect};

/// Returns the start and end cells of the moved pieces among these effects. Pieces that fall are not counted.
#[must_use]
pub fn last_move_cells(effects: &[Effect]) -> Vec<Cell> {
    let moved = effects.iter().filter_map(|effect| match *effect {
        Effect::Slide { from, to, cause } if cause != Cause::Gravity => Some([from, to]),
        Effect::Swap { a, b, .. } => Some([a, b]),
        _ => None,
    });
    moved.flatten().collect()
}

#[cfg(test)]
mod tests {
    use yipan_games::{AnyGame, GameKind, GameOptions};

    use super::*;

    #[test]
    fn the_moved_pieces_are_counted_and_the_falling_ones_are_not() {
        for (modes, actions, expected) in [
            (&[][..], &["e2e4"][..], &["e2", "e4"][..]),
            (&["gravity"], &["e2e4"], &["e2", "e4"]),
            (&[], &["g1f3", "a7a6", "g2g3", "a6a5", "f1g2", "a5a4", "e1g1"], &["e1", "g1", "h1", "f1"]),
        ] {
            let modes = modes.iter().map(|mode: &&str| (*mode).to_owned()).collect();
            let options = GameOptions { modes, ..GameOptions::default() };
            let mut game = AnyGame::start(GameKind::Chess, &options).expect("a game");
            let mut effects = Vec::new();
            for action in actions {
                effects.clear();
                game.apply_action(action, &mut effects).expect(action);
            }
            let cells: Vec<String> =
                last_move_cells(&effects).into_iter().map(|cell| game.cell_name(cell)).collect();
            assert_eq!(cells, expected, "{effects:?}");
            let falls = |effect: &Effect| matches!(effect, Effect::Slide { cause: Cause::Gravity, .. });
            assert_eq!(effects.iter().any(falls), game.has_modes(), "{effects:?}");
        }
    }
}
