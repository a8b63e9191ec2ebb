//! Positions that are equal up to a reflection.

use crate::{Puzzle, PuzzleSet};

impl Puzzle {
    /// Returns a text that is equal for positions that are reflections of each other, from left to right or with the
    /// sides exchanged; in liuzichong also for those that are turned. Castling rights and counters do not count.
    ///
    /// ```
    /// use yipan_puzzles::{Puzzle, PuzzleSet};
    ///
    /// let lines = ["6k1/5ppp/8/8/8/8/8/R6K w - - 0 1|a1a8|mate|600", "k6r/8/8/8/8/8/PPP5/1K6 b - - 3 9|h8h1|mate|600"];
    /// let [one, other] = lines.map(|line| line.parse::<Puzzle>().unwrap().symmetry_key(PuzzleSet::Chess));
    /// assert_eq!(one, other);
    /// ```
    #[must_use]
    pub fn symmetry_key(&self, set: PuzzleSet) -> String {
        let mut words = self.position.split(' ');
        let ranks: Vec<Vec<char>> = words.next().unwrap_or_default().split('/').map(expand_rank).collect();
        let is_second = words.next() == Some("b");
        let boards = match set {
            PuzzleSet::Chess | PuzzleSet::Xiangqi | PuzzleSet::Dice => {
                let board = if is_second { exchange_cases(&upside_down(&ranks)) } else { ranks };
                vec![mirrored(&board), board]
            }
            PuzzleSet::Liuzichong => {
                let board = if is_second { exchange_stones(&ranks) } else { ranks };
                let turned = [transposed(&board), board];
                let flipped = turned.iter().map(|board| upside_down(board)).chain(turned.clone());
                flipped.flat_map(|board| [mirrored(&board), board]).collect()
            }
        };
        let texts = boards.iter().map(|board| board.iter().flatten().collect::<String>());
        texts.min().unwrap_or_default()
    }
}

/// Writes out the empty cells of a rank.
pub(crate) fn expand_rank(rank: &str) -> Vec<char> {
    rank.chars()
        .flat_map(|letter| match letter.to_digit(10) {
            Some(empty) => vec!['1'; empty as usize],
            None => vec![letter],
        })
        .collect()
}

fn mirrored(board: &[Vec<char>]) -> Vec<Vec<char>> {
    board.iter().map(|rank| rank.iter().rev().copied().collect()).collect()
}

fn upside_down(board: &[Vec<char>]) -> Vec<Vec<char>> {
    board.iter().rev().cloned().collect()
}

/// Exchanges ranks and files. Cells beyond the shortest rank are left out.
fn transposed(board: &[Vec<char>]) -> Vec<Vec<char>> {
    let width = board.iter().map(Vec::len).min().unwrap_or(0);
    (0..width).map(|file| board.iter().map(|rank| rank[file]).collect()).collect()
}

/// Exchanges the pieces of both sides, which the case of their letters tells apart.
fn exchange_cases(board: &[Vec<char>]) -> Vec<Vec<char>> {
    map_cells(board, |letter| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    })
}

fn exchange_stones(board: &[Vec<char>]) -> Vec<Vec<char>> {
    map_cells(board, |letter| match letter {
        'w' => 'b',
        'b' => 'w',
        other => other,
    })
}

fn map_cells(board: &[Vec<char>], map: impl Fn(char) -> char + Copy) -> Vec<Vec<char>> {
    board.iter().map(|rank| rank.iter().copied().map(map).collect()).collect()
}
