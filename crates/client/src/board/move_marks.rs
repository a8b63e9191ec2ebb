use yipan_core::{Cause, Cell, Side};
use yipan_games::Grid;
use yipan_wire::Effect;

/// The marks of the last move, or of all moves of the last turn with dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveMarks {
    side: Option<Side>,
    trails: Vec<MoveTrail>,
    changed: Vec<Cell>,
}

/// The way of a piece: where it started, where it landed, and where it came to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTrail {
    cells: Vec<Cell>,
    /// Whether a mine destroyed the piece at the end of its way.
    pub destroyed: bool,
}

impl MoveTrail {
    /// Returns the cell where the piece started.
    #[must_use]
    pub fn origin(&self) -> Option<Cell> {
        self.cells.first().copied()
    }

    /// Returns the cell where the piece came to rest.
    #[must_use]
    pub fn resting(&self) -> Option<Cell> {
        self.cells.last().copied()
    }

    /// Returns the cells between the start and the rest: the landing cell, and the exit of a portal above the ground.
    #[must_use]
    pub fn between(&self) -> &[Cell] {
        self.cells.get(1..self.cells.len().saturating_sub(1)).unwrap_or_default()
    }

    /// Returns all cells in order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl From<Vec<Cell>> for MoveMarks {
    /// Makes trails of pairs of origin and destination.
    fn from(cells: Vec<Cell>) -> MoveMarks {
        let trails =
            cells.chunks(2).map(|pair| MoveTrail { cells: pair.to_vec(), destroyed: false }).collect();
        MoveMarks { trails, ..MoveMarks::default() }
    }
}

impl MoveMarks {
    /// Returns the marks of a step of `side`, made from the effects that the viewer sees.
    ///
    /// If the viewer does not see the move, the cells are marked where something appeared or disappeared.
    #[must_use]
    pub fn from_effects(grid: Grid, side: Option<Side>, effects: &[Effect]) -> MoveMarks {
        let mut marks = MoveMarks { side, ..MoveMarks::default() };
        let cell = |name: &String| grid.cell(name);
        for effect in effects {
            match effect {
                Effect::Slide { from, to, cause } => {
                    let (Some(from), Some(to)) = (cell(from), cell(to)) else { continue };
                    marks.slide(from, to, *cause);
                }
                Effect::Swap { a, b, .. } => {
                    let (Some(a), Some(b)) = (cell(a), cell(b)) else { continue };
                    marks.start_trail(a, b);
                    marks.start_trail(b, a);
                }
                Effect::Vanish { at, cause } => {
                    let resting = marks.trails.iter_mut().find(|trail| trail.resting() == cell(at));
                    match resting.filter(|_| *cause == Cause::Mine) {
                        Some(trail) => trail.destroyed = true,
                        None => marks.changed.extend(cell(at)),
                    }
                }
                Effect::Appear { at, .. } | Effect::Hide { at } => marks.changed.extend(cell(at)),
                Effect::Become { .. }
                | Effect::Mark { .. }
                | Effect::Unmark { .. }
                | Effect::Rolled { .. }
                | Effect::TurnChanged { .. } => {}
            }
        }
        if !marks.trails.is_empty() {
            marks.changed.clear();
        }
        marks.changed.sort_unstable();
        marks.changed.dedup();
        marks
    }

    fn start_trail(&mut self, from: Cell, to: Cell) {
        self.trails.push(MoveTrail { cells: vec![from, to], destroyed: false });
    }

    fn slide(&mut self, from: Cell, to: Cell, cause: Cause) {
        let continued =
            self.trails.iter_mut().find(|trail| !trail.destroyed && trail.resting() == Some(from));
        match (cause, continued) {
            (Cause::Gravity | Cause::Portal, Some(trail)) => trail.cells.push(to),
            // Other falling pieces were not moved by a player.
            (Cause::Gravity, None) => {}
            _ => self.start_trail(from, to),
        }
    }

    /// Whether nothing is marked.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.trails.is_empty() && self.changed.is_empty()
    }

    /// Returns the ways of the moved pieces.
    #[must_use]
    pub fn trails(&self) -> &[MoveTrail] {
        &self.trails
    }

    /// Returns the cells where something changed that the viewer did not see move.
    #[must_use]
    pub fn changed(&self) -> &[Cell] {
        &self.changed
    }

    /// Adds the marks of the next step. Those of the same side are retained in a turn with dice.
    pub fn add_step(&mut self, next: MoveMarks, has_dice: bool) {
        if next.is_empty() {
            return;
        }
        if has_dice && self.side.is_some() && self.side == next.side {
            self.trails.extend(next.trails);
            self.changed.extend(next.changed);
        } else {
            *self = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;

    fn slide(from: &str, to: &str, cause: Cause) -> Effect {
        Effect::Slide { from: from.into(), to: to.into(), cause }
    }

    fn marks(side: Side, effects: &[Effect]) -> MoveMarks {
        MoveMarks::from_effects(Grid::new(GameKind::Chess), Some(side), effects)
    }

    fn names(cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|cell| Grid::new(GameKind::Chess).name(*cell)).collect()
    }

    #[test]
    fn a_falling_piece_is_marked_where_it_lies() {
        let effects = [
            slide("e2", "e4", Cause::Move),
            slide("e4", "h4", Cause::Gravity),
            slide("d2", "e2", Cause::Gravity),
        ];
        let marks = marks(Side::First, &effects);
        assert_eq!(marks.trails().len(), 1);
        assert_eq!(names(marks.trails()[0].cells()), ["e2", "e4", "h4"]);
        assert_eq!(names(marks.trails()[0].between()), ["e4"]);
    }

    #[test]
    fn a_carried_piece_has_one_way_through_the_portal() {
        let marks = marks(
            Side::Second,
            &[
                slide("h7", "h6", Cause::Move),
                slide("h6", "g3", Cause::Portal),
                slide("g3", "h3", Cause::Gravity),
            ],
        );
        assert_eq!(names(marks.trails()[0].cells()), ["h7", "h6", "g3", "h3"]);
    }

    #[test]
    fn a_destroyed_piece_is_marked_where_it_exploded() {
        let mine = Effect::Vanish { at: "c3".into(), cause: Cause::Mine };
        let marks = marks(Side::First, &[slide("b1", "c3", Cause::Move), mine]);
        assert!(marks.trails()[0].destroyed && marks.changed().is_empty());
    }

    #[test]
    fn an_unseen_move_marks_the_cells_that_changed() {
        let appear = |at: &str| Effect::Appear { at: at.into(), side: Side::Second, piece: 'N' };
        let seen = marks(Side::Second, &[Effect::Hide { at: "g8".into() }, appear("f6")]);
        assert_eq!((names(seen.changed()), seen.trails().len()), (vec!["f6".into(), "g8".into()], 0));
        // What an own move uncovers is not a move of the other side.
        let own = marks(Side::First, &[slide("e2", "e4", Cause::Move), appear("d5")]);
        assert_eq!(own.changed(), []);
    }

    #[test]
    fn all_moves_of_a_turn_with_dice_are_marked() {
        let first = marks(Side::Second, &[slide("e7", "e5", Cause::Move)]);
        let second = marks(Side::Second, &[slide("d7", "d5", Cause::Move)]);
        let own = marks(Side::First, &[slide("e2", "e4", Cause::Move)]);
        let mut shown = MoveMarks::default();
        shown.add_step(first.clone(), true);
        shown.add_step(second.clone(), true);
        assert_eq!(shown.trails().len(), 2);
        shown.add_step(MoveMarks::default(), true);
        assert_eq!(shown.trails().len(), 2, "a roll marks nothing");
        shown.add_step(own.clone(), true);
        assert_eq!(shown, own);
        let mut without_dice = first;
        without_dice.add_step(second.clone(), false);
        assert_eq!(without_dice, second);
    }
}
