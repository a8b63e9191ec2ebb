use yipan_core::splitmix64;

use crate::{DicePuzzleMaker, LiuzichongPuzzleMaker, Puzzle, PuzzleCheck, PuzzleMaker, PuzzleSet};

/// Makes and checks the puzzles of any set.
pub enum AnyPuzzleMaker {
    /// Chess, by search.
    Chess(Box<PuzzleMaker<yipan_chess::Position>>),
    /// Xiangqi, by search.
    Xiangqi(Box<PuzzleMaker<yipan_xiangqi::Position>>),
    /// Liuzichong, by its tablebase.
    Liuzichong(LiuzichongPuzzleMaker),
    /// Chess with dice, by exact search.
    Dice(DicePuzzleMaker),
}

impl AnyPuzzleMaker {
    /// Creates a maker that searches each move of a solution with this many nodes.
    #[must_use]
    pub fn new(set: PuzzleSet, nodes: u64) -> AnyPuzzleMaker {
        match set {
            PuzzleSet::Chess => AnyPuzzleMaker::Chess(Box::new(PuzzleMaker::new(nodes))),
            PuzzleSet::Xiangqi => AnyPuzzleMaker::Xiangqi(Box::new(PuzzleMaker::new(nodes))),
            PuzzleSet::Liuzichong => AnyPuzzleMaker::Liuzichong(LiuzichongPuzzleMaker),
            PuzzleSet::Dice => AnyPuzzleMaker::Dice(DicePuzzleMaker::new(nodes)),
        }
    }

    /// Plays the game with this number in the series of a seed, and returns the puzzles in it.
    ///
    /// The result does not depend on the games played before, so games may be divided among threads.
    pub fn play_game(&mut self, seed: u64, number: u64) -> Vec<Puzzle> {
        let game_seed = splitmix64(splitmix64(seed).1.wrapping_add(number)).1;
        match self {
            AnyPuzzleMaker::Chess(maker) => maker.play_game(game_seed),
            AnyPuzzleMaker::Xiangqi(maker) => maker.play_game(game_seed),
            AnyPuzzleMaker::Liuzichong(maker) => maker.play_game(game_seed),
            AnyPuzzleMaker::Dice(maker) => maker.play_game(game_seed),
        }
    }

    /// Checks that every move of the solver is the only one that wins.
    pub fn check(&mut self, puzzle: &Puzzle) -> PuzzleCheck {
        match self {
            AnyPuzzleMaker::Chess(maker) => maker.check(puzzle),
            AnyPuzzleMaker::Xiangqi(maker) => maker.check(puzzle),
            AnyPuzzleMaker::Liuzichong(maker) => maker.check(puzzle),
            AnyPuzzleMaker::Dice(maker) => maker.check(puzzle),
        }
    }
}
