use yipan_core::Cell;

use crate::board::grid::Grid;

/// What a player may do, as a board shows it: men that may go somewhere, and the rest as buttons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveOptions {
    moves: Vec<MoveOption>,
    other_actions: Vec<String>,
}

/// A move that may be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOption {
    /// Where the man stands.
    pub from: Cell,
    /// Where it may go.
    pub to: Cell,
    /// What it turns into, in lower case.
    pub promotion: Option<char>,
    /// Whether it is paid for with the wild die.
    pub uses_wild_die: bool,
    /// The action as it is sent.
    pub action: String,
}

impl MoveOption {
    /// The move that an action writes, if it is one.
    #[must_use]
    pub fn parse(grid: Grid, action: &str) -> Option<MoveOption> {
        let (from, to) = (grid.cell(action.get(..2)?)?, grid.cell(action.get(2..4)?)?);
        let rest = action.get(4..)?;
        let (rest, wild) = rest.strip_suffix('*').map_or((rest, false), |rest| (rest, true));
        let mut letters = rest.chars();
        let promotion = letters.next();
        if letters.next().is_some() {
            return None;
        }
        Some(MoveOption { from, to, promotion, uses_wild_die: wild, action: action.to_owned() })
    }
}

impl MoveOptions {
    /// Sorts the actions of a view.
    #[must_use]
    pub fn from_actions(grid: Grid, actions: &[String]) -> MoveOptions {
        let mut choices = MoveOptions::default();
        for action in actions {
            match MoveOption::parse(grid, action) {
                Some(reach) => choices.moves.push(reach),
                None => choices.other_actions.push(action.clone()),
            }
        }
        choices
    }

    /// What is no move, such as `reroll`.
    #[must_use]
    pub fn other_actions(&self) -> &[String] {
        &self.other_actions
    }

    /// Whether the man there may go anywhere.
    #[must_use]
    pub fn can_move_from(&self, from: Cell) -> bool {
        self.moves.iter().any(|reach| reach.from == from)
    }

    /// Where the man there may go, each cell once.
    #[must_use]
    pub fn destinations(&self, from: Cell) -> Vec<Cell> {
        let mut cells: Vec<Cell> =
            self.moves.iter().filter(|reach| reach.from == from).map(|reach| reach.to).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Every way to go from one cell to another: several where a pawn may turn into one of several men, or a die and the
    /// wild die would both pay for it.
    #[must_use]
    pub fn between(&self, from: Cell, to: Cell) -> Vec<&MoveOption> {
        self.moves.iter().filter(|reach| (reach.from, reach.to) == (from, to)).collect()
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;

    #[test]
    fn a_promotion_is_several_options_to_one_cell() {
        let grid = Grid::new(GameKind::Chess);
        let actions =
            ["e7e8b", "e7e8n", "e7e8q", "e7e8r", "e7e8q*", "e1g1", "reroll", "draw"].map(String::from);
        let choices = MoveOptions::from_actions(grid, &actions);
        let at = |name| grid.cell(name).expect("a cell");
        assert_eq!(choices.destinations(at("e7")), [at("e8")]);
        let promotions = choices.between(at("e7"), at("e8"));
        assert_eq!(
            promotions.iter().filter_map(|reach| reach.promotion).collect::<String>(),
            "bnrqq".replace("rqq", "qrq")
        );
        assert_eq!(promotions.iter().filter(|reach| reach.uses_wild_die).count(), 1);
        assert!(choices.can_move_from(at("e1")) && !choices.can_move_from(at("g1")));
        assert_eq!(choices.other_actions(), ["reroll", "draw"]);
    }

    #[test]
    fn only_moves_are_parsed_as_moves() {
        let grid = Grid::new(GameKind::Xiangqi);
        for text in ["", "h2", "h2e", "h2z2", "h2e2xx", "炮二平五", "reroll"] {
            assert_eq!(MoveOption::parse(grid, text), None, "{text}");
        }
        assert!(MoveOption::parse(grid, "h2e2").is_some() && MoveOption::parse(grid, "a0a9").is_some());
    }
}
