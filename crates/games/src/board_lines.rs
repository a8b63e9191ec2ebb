use yipan_core::Cell;

use crate::{GameKind, Grid};

impl Grid {
    /// Returns the lines of the board, each from the center of a cell to that of another. A chess board has none.
    ///
    /// The river of xiangqi interrupts the inner files, and the palaces have diagonals.
    #[must_use]
    pub fn lines(self) -> Vec<(Cell, Cell)> {
        let (last_file, last_rank) = (self.files() - 1, self.ranks() - 1);
        let cell = |file, rank| Cell { file, rank };
        let along = (0..=last_rank).map(|rank| (cell(0, rank), cell(last_file, rank)));
        let across = (0..=last_file).map(|file| (cell(file, 0), cell(file, last_rank)));
        match self.kind() {
            GameKind::Chess => Vec::new(),
            GameKind::Liuzichong => along.chain(across).collect(),
            GameKind::Xiangqi => {
                let outer_files = across.filter(|(from, _)| from.file == 0 || from.file == last_file);
                let inner_files = (1..last_file).flat_map(|file| {
                    [(cell(file, 0), cell(file, 4)), (cell(file, 5), cell(file, last_rank))]
                });
                let palaces = [0, 7].into_iter().flat_map(|rank| {
                    [(cell(3, rank), cell(5, rank + 2)), (cell(3, rank + 2), cell(5, rank))]
                });
                along.chain(outer_files).chain(inner_files).chain(palaces).collect()
            }
        }
    }

    /// Returns the cells that are marked by small corners: where the cannons and pawns of xiangqi start.
    #[must_use]
    pub fn position_marks(self) -> Vec<Cell> {
        if self.kind() != GameKind::Xiangqi {
            return Vec::new();
        }
        let cannons = [(1, 2), (7, 2), (1, 7), (7, 7)];
        let pawns = [0, 2, 4, 6, 8].into_iter().flat_map(|file| [(file, 3), (file, 6)]);
        cannons.into_iter().chain(pawns).map(|(file, rank)| Cell { file, rank }).collect()
    }
}

#[cfg(test)]
mod tests {
    use yipan_xiangqi::{PieceKind, Position};

    use super::*;

    #[test]
    fn lines_stay_on_the_board() {
        for (kind, count) in [(GameKind::Chess, 0), (GameKind::Liuzichong, 8), (GameKind::Xiangqi, 30)] {
            let grid = Grid::new(kind);
            assert_eq!(grid.lines().len(), count, "{kind}");
            let cells: Vec<Cell> = grid.cells().collect();
            assert!(grid.lines().iter().all(|(from, to)| cells.contains(from) && cells.contains(to)));
        }
    }

    #[test]
    fn cannons_and_pawns_start_on_the_marks() {
        let start = Position::start();
        let pieces = start.by_kind(PieceKind::Cannon) | start.by_kind(PieceKind::Pawn);
        let mut expected: Vec<Cell> = pieces.into_iter().map(Cell::from).collect();
        let mut marks = Grid::new(GameKind::Xiangqi).position_marks();
        expected.sort_by_key(|cell| (cell.file, cell.rank));
        marks.sort_by_key(|cell| (cell.file, cell.rank));
        assert_eq!(marks, expected);
    }
}
