use yipan_core::Cell;
use yipan_games::Grid;

/// The actions of a player: moves for the board, and the rest for buttons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveOptions {
    moves: Vec<MoveOption>,
    other_actions: Vec<String>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOption {
    /// The start of the move.
    pub from: Cell,
    /// The destination of the move.
    pub to: Cell,
    /// The letter of the promoted piece, in lower case.
    pub promotion: Option<char>,
    /// Whether the move uses the wild die.
    pub uses_wild_die: bool,
    /// The action as sent to the server.
    pub action: String,
}

impl MoveOption {
    /// Parses an action; `None` if it is not a move.
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
    /// Splits the actions of a view into moves and others.
    #[must_use]
    pub fn from_actions(grid: Grid, actions: &[String]) -> MoveOptions {
        let mut options = MoveOptions::default();
        for action in actions {
            match MoveOption::parse(grid, action) {
                Some(option) => options.moves.push(option),
                None => options.other_actions.push(action.clone()),
            }
        }
        options
    }

    /// Returns the actions that are not moves, such as `reroll`.
    #[must_use]
    pub fn other_actions(&self) -> &[String] {
        &self.other_actions
    }

    /// Whether the piece on this cell has a legal move.
    #[must_use]
    pub fn can_move_from(&self, from: Cell) -> bool {
        self.moves.iter().any(|option| option.from == from)
    }

    /// Returns the destinations of the piece on this cell, each once.
    #[must_use]
    pub fn destinations(&self, from: Cell) -> Vec<Cell> {
        let mut cells: Vec<Cell> =
            self.moves.iter().filter(|option| option.from == from).map(|option| option.to).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the moves between two cells.
    ///
    /// There are several if a pawn promotes, or if both a die and the wild die allow the move.
    #[must_use]
    pub fn between(&self, from: Cell, to: Cell) -> Vec<&MoveOption> {
        self.moves.iter().filter(|option| (option.from, option.to) == (from, to)).collect()
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
        let options = MoveOptions::from_actions(grid, &actions);
        let at = |name| grid.cell(name).expect("a cell");
        assert_eq!(options.destinations(at("e7")), [at("e8")]);
        let promotions = options.between(at("e7"), at("e8"));
        assert_eq!(
            promotions.iter().filter_map(|option| option.promotion).collect::<String>(),
            "bnrqq".replace("rqq", "qrq")
        );
        assert_eq!(promotions.iter().filter(|option| option.uses_wild_die).count(), 1);
        assert!(options.can_move_from(at("e1")) && !options.can_move_from(at("g1")));
        assert_eq!(options.other_actions(), ["reroll", "draw"]);
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
