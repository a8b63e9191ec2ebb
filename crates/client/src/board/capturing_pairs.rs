use yipan_core::Cell;

use super::board_sprites::BoardSprites;

/// Returns each stone of liuzichong that is being captured, with the two stones that take it, the nearer one first.
///
/// A stone that has just moved to `target` takes together with its neighbor on the line of the captured stone.
#[must_use]
pub fn capturing_pairs(sprites: &BoardSprites, target: Cell) -> Vec<(Cell, [Cell; 2])> {
    let Some(mover) = sprites.piece_at(target) else { return Vec::new() };
    let captured = sprites.all_sprites().iter().filter(|sprite| sprite.leaving);
    captured
        .filter_map(|sprite| {
            let near = step_toward(sprite.cell, sprite.cell, target)?;
            let far = step_toward(near, sprite.cell, target)?;
            let is_own = |cell| sprites.piece_at(cell).is_some_and(|piece| piece.side == mover.side);
            (is_own(near) && is_own(far)).then_some((sprite.cell, [near, far]))
        })
        .collect()
}

/// Returns the neighbor of a cell in the direction from `from` to `to`, which are on one line.
fn step_toward(cell: Cell, from: Cell, to: Cell) -> Option<Cell> {
    let step = |value: u8, from: u8, to: u8| match from.cmp(&to) {
        std::cmp::Ordering::Less => value.checked_add(1),
        std::cmp::Ordering::Equal => Some(value),
        std::cmp::Ordering::Greater => value.checked_sub(1),
    };
    if (from.file == to.file) == (from.rank == to.rank) {
        return None;
    }
    Some(Cell { file: step(cell.file, from.file, to.file)?, rank: step(cell.rank, from.rank, to.rank)? })
}

#[cfg(test)]
mod tests {
    use yipan_core::{Cause, Side};
    use yipan_games::{GameKind, Grid};
    use yipan_wire::{Effect, View};

    use super::*;

    fn pairs(pieces: &[(&str, Side)], captured: &str, target: &str) -> Vec<(String, [String; 2])> {
        let grid = Grid::new(GameKind::Liuzichong);
        let pieces = pieces.iter().map(|(at, side)| ((*at).to_owned(), *side, 'B')).collect();
        let view = View {
            turn: Some(Side::First),
            pieces,
            hidden: Vec::new(),
            marks: Vec::new(),
            check: false,
            dice: None,
            captured: Vec::new(),
            actions: Vec::new(),
        };
        let mut sprites = BoardSprites::new(grid, &view);
        sprites.apply_effect(&Effect::Vanish { at: captured.to_owned(), cause: Cause::Capture });
        let found = capturing_pairs(&sprites, grid.cell(target).expect("a point"));
        let name = |cell| grid.name(cell);
        found.into_iter().map(|(cell, pair)| (name(cell), pair.map(name))).collect()
    }

    #[test]
    fn the_two_stones_beside_the_captured_one_take_it() {
        let stones = [("b2", Side::First), ("b3", Side::First), ("b4", Side::Second)];
        let expected = vec![("b4".to_owned(), ["b3".to_owned(), "b2".to_owned()])];
        assert_eq!(pairs(&stones, "b4", "b3"), expected);
        assert_eq!(pairs(&stones, "b4", "b2"), expected, "either stone may have moved");
    }

    #[test]
    fn a_stone_that_vanishes_elsewhere_has_no_pair() {
        let stones = [("b2", Side::First), ("b3", Side::First), ("c4", Side::Second)];
        assert!(pairs(&stones, "c4", "b3").is_empty());
        let stones = [("b2", Side::Second), ("b3", Side::First), ("b4", Side::Second)];
        assert!(pairs(&stones, "b4", "b3").is_empty());
    }
}
