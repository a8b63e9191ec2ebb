use yipan_rules::Cell;

use crate::Grid;

/// What a player may do, as a board shows it: men that may go somewhere, and the rest as buttons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    moves: Vec<Reach>,
    others: Vec<String>,
}

/// A move that may be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Where the man stands.
    pub from: Cell,
    /// Where it may go.
    pub to: Cell,
    /// What it turns into, in lower case.
    pub promotion: Option<char>,
    /// Whether it is paid for with the wild die.
    pub wild: bool,
    /// The action as it is sent.
    pub action: String,
}

impl Reach {
    /// The move that an action writes, if it is one.
    #[must_use]
    pub fn read(grid: Grid, action: &str) -> Option<Reach> {
        let (from, to) = (grid.cell(action.get(..2)?)?, grid.cell(action.get(2..4)?)?);
        let rest = action.get(4..)?;
        let (rest, wild) = rest.strip_suffix('*').map_or((rest, false), |rest| (rest, true));
        let mut letters = rest.chars();
        let promotion = letters.next();
        if letters.next().is_some() {
            return None;
        }
        Some(Reach { from, to, promotion, wild, action: action.to_owned() })
    }
}

impl Choices {
    /// Sorts the actions of a view.
    #[must_use]
    pub fn of(grid: Grid, actions: &[String]) -> Choices {
        let mut choices = Choices::default();
        for action in actions {
            match Reach::read(grid, action) {
                Some(reach) => choices.moves.push(reach),
                None => choices.others.push(action.clone()),
            }
        }
        choices
    }

    /// What is no move, such as `reroll`.
    #[must_use]
    pub fn others(&self) -> &[String] {
        &self.others
    }

    /// Whether the man there may go anywhere.
    #[must_use]
    pub fn may_leave(&self, from: Cell) -> bool {
        self.moves.iter().any(|reach| reach.from == from)
    }

    /// Where the man there may go, each cell once.
    #[must_use]
    pub fn targets(&self, from: Cell) -> Vec<Cell> {
        let mut cells: Vec<Cell> =
            self.moves.iter().filter(|reach| reach.from == from).map(|reach| reach.to).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Every way to go from one cell to another: several where a pawn may turn into one of several men, or a die and the
    /// wild die would both pay for it.
    #[must_use]
    pub fn between(&self, from: Cell, to: Cell) -> Vec<&Reach> {
        self.moves.iter().filter(|reach| (reach.from, reach.to) == (from, to)).collect()
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;

    #[test]
    fn a_promotion_is_several_ways_to_one_cell() {
        let grid = Grid::of(GameKind::Chess);
        let actions =
            ["e7e8b", "e7e8n", "e7e8q", "e7e8r", "e7e8q*", "e1g1", "reroll", "draw"].map(String::from);
        let choices = Choices::of(grid, &actions);
        let at = |name| grid.cell(name).expect("a cell");
        assert_eq!(choices.targets(at("e7")), [at("e8")]);
        let ways = choices.between(at("e7"), at("e8"));
        assert_eq!(
            ways.iter().filter_map(|reach| reach.promotion).collect::<String>(),
            "bnrqq".replace("rqq", "qrq")
        );
        assert_eq!(ways.iter().filter(|reach| reach.wild).count(), 1);
        assert!(choices.may_leave(at("e1")) && !choices.may_leave(at("g1")));
        assert_eq!(choices.others(), ["reroll", "draw"]);
    }

    #[test]
    fn nothing_that_is_no_move_is_taken_for_one() {
        let grid = Grid::of(GameKind::Xiangqi);
        for text in ["", "h2", "h2e", "h2z2", "h2e2xx", "炮二平五", "reroll"] {
            assert_eq!(Reach::read(grid, text), None, "{text}");
        }
        assert!(Reach::read(grid, "h2e2").is_some() && Reach::read(grid, "a0a9").is_some());
    }
}
