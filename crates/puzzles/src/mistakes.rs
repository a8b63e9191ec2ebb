//! Games with mistakes: the positions in which one move may win.

use yipan_engine::PvLine;

use crate::PuzzleGame;
use crate::only_line::{Margins, OnlyLineSearch, is_mate, only_or_forced_move};
use crate::positions::legal_moves;
use crate::random_choice::RandomChoice;
use crate::symmetry::expand_rank;

/// The greatest number of pairs of cells that are emptied before a game.
const MAX_REMOVED_PAIRS: usize = 20;
/// The least and greatest number of random plies at the start of a game.
const RANDOM_PLIES: [usize; 2] = [2, 8];
/// The longest game, in plies after the random ones.
const MAX_PLIES: usize = 140;
/// The moves among which a player chooses, the nodes with which they are found, and the greatest loss against the best,
/// in centipawns.
const CANDIDATES: usize = 3;
const CANDIDATE_NODES: u64 = 400;
const MAX_LOSS: i32 = 60;
/// The value from which a game is decided, in centipawns.
const DECIDED: i32 = 500;
/// The value from which a mistake is news: before it, the side that makes it was not lost.
const NOT_LOST: i32 = -150;
/// The plies of the opening, in which mistakes repeat from game to game.
const OPENING_PLIES: usize = 10;
/// The moves of a position that are tried as mistakes, and the nodes of each trial.
const TRIALS: usize = 12;
const TRIAL_NODES: u64 = 150;
/// The nodes with which a mistake is looked at before its puzzle is made, in growing numbers, because most are rejected.
const GLANCE_NODES: [u64; 2] = [400, 2_000];
/// The gain from which a capture is an easy reply, in centipawns.
const EASY_GAIN: i32 = 150;
/// One of this many mates in one move is looked at, because they are easy and frequent.
const MATE_IN_1_SHARE: usize = 4;
/// The plies without trials after a puzzle, so that the next one differs.
const PAUSE_PLIES: usize = 4;

/// Plays even games, and tries at every move what a mistake would lead to.
///
/// A game of weak players has few mistakes, and most of the time goes into their moves. Here every position offers
/// some, and the game goes on without them.
pub(crate) struct Mistakes<P: PuzzleGame> {
    glance: OnlyLineSearch<P>,
}

impl<P: PuzzleGame> Mistakes<P> {
    pub(crate) fn new() -> Mistakes<P> {
        Mistakes { glance: OnlyLineSearch::new(GLANCE_NODES[1]) }
    }

    /// Plays a game. `on_position` receives each position in which one move may win; it returns `None` if there is no
    /// puzzle, and otherwise whether the game goes on.
    pub(crate) fn play_game(
        &mut self,
        mut random: RandomChoice,
        mut on_position: impl FnMut(&P) -> Option<bool>,
    ) {
        self.glance.clear();
        let Some(mut position) = random_opening::<P>(&mut random) else { return };
        let mut pause = 0;
        for ply in 0..MAX_PLIES {
            let lines = self.glance.next_lines(&position, CANDIDATES, CANDIDATE_NODES);
            let Some(value) = lines.first().map(|best| best.value).filter(|value| value.abs() < DECIDED)
            else {
                return;
            };
            if pause > 0 {
                pause -= 1;
            } else if ply >= OPENING_PLIES && value >= NOT_LOST {
                match self.try_mistakes(&position, &mut random, &mut on_position) {
                    Some(true) => pause = PAUSE_PLIES,
                    Some(false) => return,
                    None => {}
                }
            }
            position.make(choose_move(&lines, &mut random));
            if position.outcome().is_some() {
                return;
            }
        }
    }

    /// Tries moves as mistakes, until one leads to a puzzle.
    fn try_mistakes(
        &mut self,
        position: &P,
        random: &mut RandomChoice,
        on_position: &mut impl FnMut(&P) -> Option<bool>,
    ) -> Option<bool> {
        let mut moves = legal_moves(position);
        // A move that loses its own piece is punished by taking it.
        moves.retain(|mv| position.see_ge(*mv, 0));
        random.shuffle(&mut moves);
        moves.into_iter().take(TRIALS).find_map(|mv| {
            let mut mistaken = *position;
            mistaken.make(mv);
            let accepts_mate_in_1 = random.below(MATE_IN_1_SHARE) == 0;
            self.may_win(&mistaken, accepts_mate_in_1).then(|| on_position(&mistaken)).flatten()
        })
    }

    /// Tests with few nodes whether the first two moves of the solver may be the only ones that win, or the first mates.
    fn may_win(&mut self, position: &P, accepts_mate_in_1: bool) -> bool {
        let lines = self.glance.next_lines(position, 1, TRIAL_NODES);
        let Some(best) = lines.first().filter(|best| best.value >= Margins::CHECK.winning) else {
            return false;
        };
        let mv = best.moves[0];
        if !is_mate(best) && position.is_tactical(mv) && position.see_ge(mv, EASY_GAIN) {
            return false;
        }
        let mut lines = Vec::new();
        for nodes in GLANCE_NODES {
            lines = self.glance.next_lines(position, 2, nodes);
            if Margins::CHECK.only_move(&lines).is_none() {
                return false;
            }
        }
        let [mv, reply, ..] = lines[0].moves[..] else { return is_mate(&lines[0]) && accepts_mate_in_1 };
        let mut next = *position;
        next.make(mv);
        next.make(reply);
        let lines = self.glance.next_lines(&next, 2, GLANCE_NODES[1]);
        only_or_forced_move(&lines, Margins::CHECK, false).is_some()
    }
}

/// Returns the start position, mostly without some pairs of equal pieces: with fewer defenders there is more to find.
fn random_start<P: PuzzleGame>(random: &mut RandomChoice) -> P {
    let start = P::start();
    let pairs = random.below(MAX_REMOVED_PAIRS + 1);
    if pairs == 0 {
        return start;
    }
    let text = start.to_string();
    let (board, _) = text.split_once(' ').unwrap_or((&text, ""));
    let mut ranks: Vec<Vec<char>> = board.split('/').map(expand_rank).collect();
    let (height, width) = (ranks.len(), ranks[0].len());
    for _ in 0..pairs {
        let (rank, file) = (random.below(height), random.below(width));
        for rank in [rank, height - 1 - rank] {
            if !matches!(ranks[rank][file], 'k' | 'K') {
                ranks[rank][file] = '1';
            }
        }
    }
    let ranks: Vec<String> = ranks.iter().map(|rank| rank.iter().collect()).collect();
    format!("{} w - - 0 1", ranks.join("/")).parse().unwrap_or(start)
}

/// Returns the position after random moves; `None` if they end the game.
fn random_opening<P: PuzzleGame>(random: &mut RandomChoice) -> Option<P> {
    let [least, most] = RANDOM_PLIES;
    let mut position = random_start::<P>(random);
    for _ in 0..least + random.below(most - least + 1) {
        let mut moves = legal_moves(&position);
        // Only games that stay even give puzzles.
        moves.retain(|mv| position.see_ge(*mv, 0));
        if moves.is_empty() {
            return None;
        }
        position.make(random.choose(&moves));
    }
    Some(position)
}

/// Chooses among the lines that lose little against the best.
fn choose_move<M: Copy>(lines: &[PvLine<M>], random: &mut RandomChoice) -> M {
    let good = lines.iter().take_while(|line| line.value >= lines[0].value - MAX_LOSS).count();
    lines[random.below(good)].moves[0]
}
