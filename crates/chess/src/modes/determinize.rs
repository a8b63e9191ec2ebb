//! Determinization: builds a full game that is consistent with what one viewer knows.
//!
//! An engine receives only the view of its side. To search, it samples the hidden state many times (IS-MCTS).

use alloc::vec::Vec;

use super::board::ModeBoard;
use super::dice::Dice;
use super::game::{ModeGame, Next};
use super::hidden_pieces::random_square;
use super::mines::{MINEFIELD, Mines};
use super::options::PortalOwnership;
use super::portals::Portals;
use super::reachable_placement::ReachablePlacement;
use super::settled_placement::SettledPlacement;
use crate::setup::Setup;
use crate::{Bitboard, Chess, ChessSetup, ChessView, Color, Piece, PieceKind};

/// The number of samples that are discarded because they contradict a known check.
const MAX_DETERMINIZATION_ATTEMPTS: u32 = 24;

impl Chess {
    /// Samples a game that is consistent with what `side` sees; `random` is the source of random numbers.
    ///
    /// Hidden pieces are put on squares that the side does not see and that they can have reached in the moves
    /// of the opponent, mines and foreign portals where they may be. The real game is never consulted. Returns
    /// `None` if the side is not to move, or if no sample is consistent.
    pub fn determinize(
        setup: &ChessSetup,
        view: &ChessView,
        side: Color,
        mut random: impl FnMut() -> u64,
    ) -> Option<Chess> {
        if view.turn != yipan_core::Turn::Player(side) {
            return None;
        }
        let mut last = None;
        for attempt in 0..MAX_DETERMINIZATION_ATTEMPTS {
            let Some(board) = determinize_board(setup, view, side, attempt, &mut random) else { continue };
            let fits = board.checkers(side).any() == view.in_check;
            last = Some(board);
            if fits {
                break;
            }
        }
        let board = last?;
        Some(Chess::from_mode_game(ModeGame {
            modes: setup.modes(),
            board,
            mines: setup.modes().mines.map(|rules| {
                let count = remaining_mine_count(view, &mut random);
                let live = random_squares(MINEFIELD.without(view.craters), count, &mut random);
                Mines::new(rules).determinized(live, view.craters)
            }),
            portals: setup
                .modes()
                .portals
                .map(|owner| determinize_portals(owner, view, board.position.occupied(), &mut random)),
            dice: setup
                .modes()
                .dice
                .zip(view.dice.as_ref())
                .map(|(rules, view)| Dice::from_view(rules, view)),
            next: Next::AwaitAction,
            turn_start_keys: Vec::new(),
        }))
    }
}

/// Returns the visible pieces with the hidden ones on sampled squares, which they can have reached.
fn sample_board(
    setup: &ChessSetup,
    view: &ChessView,
    side: Color,
    attempt: u32,
    random: &mut impl FnMut() -> u64,
) -> [Option<Piece>; 64] {
    let mut board = [None; 64];
    for &(square, piece) in &view.pieces {
        board[square.index()] = Some(piece);
    }
    let modes = setup.modes();
    if modes.fog && modes.gravity {
        // Few samples are possible early in a game. If they contradict the view, more has happened.
        SettledPlacement::sample(setup, view, side, attempt / 2, random).put_on(&mut board);
    } else if modes.fog {
        ReachablePlacement::sample(setup, view, side, random).put_on(&mut board);
    }
    board
}

fn determinize_board(
    setup: &ChessSetup,
    view: &ChessView,
    side: Color,
    attempt: u32,
    random: &mut impl FnMut() -> u64,
) -> Option<ModeBoard> {
    let board = sample_board(setup, view, side, attempt, random);
    let them = side.other();
    let described = Setup {
        board,
        side_to_move: side,
        castling: view.rights.castling,
        chess960: setup.position().is_chess960(),
        ep_square: None,
        halfmove_clock: 0,
        fullmove_number: view.fullmove_number,
    };
    let mut board = ModeBoard::determinized(described.to_position_unchecked(), view.rights);
    board.lost_pieces = view.lost_pieces;
    let kings =
        Color::BOTH.iter().all(|&color| board.position.by_color_and_kind(color, PieceKind::King).any());
    (kings && board.checkers(them).is_empty()).then_some(board)
}

/// Returns the portals that the viewer knows, with the others sampled on empty squares; in fog, on hidden
/// ones.
fn determinize_portals(
    owner: PortalOwnership,
    view: &ChessView,
    occupied: Bitboard,
    random: &mut impl FnMut() -> u64,
) -> Portals {
    let mut portals = Portals::new(owner);
    for (owner, pair) in &view.portals {
        pair.into_iter().for_each(|at| portals.add_square(owner.unwrap_or(Color::First), at));
    }
    while let Some(side) = portals.next_incomplete() {
        let free = (!occupied).without(portals.pair_for(side));
        let unseen = free.without(view.visible);
        let Some(at) = random_square(if unseen.any() { unseen } else { free }, random) else { break };
        portals.add_square(side, at);
    }
    portals
}

/// Samples the number of remaining mines: four or five, less the known explosions.
fn remaining_mine_count(view: &ChessView, random: &mut impl FnMut() -> u64) -> u32 {
    (4 + (random() & 1) as u32).saturating_sub(view.craters.len())
}

fn random_squares(mut squares: Bitboard, count: u32, random: &mut impl FnMut() -> u64) -> Bitboard {
    let mut picked = Bitboard::EMPTY;
    for _ in 0..count {
        let Some(at) = random_square(squares, random) else { break };
        picked |= at.bit();
        squares = squares.without(at.bit());
    }
    picked
}

#[cfg(test)]
mod tests {
    use yipan_core::{Game, NullSink, Step, Turn, Viewer, splitmix64};

    use super::*;

    /// Plays random games and determinizes at every turn. Returns the numbers of samples and of fully
    /// consistent ones.
    fn check(options: &str) -> (u32, u32) {
        let setup: ChessSetup = format!("startpos {options}").parse().expect(options);
        let mut state = 7;
        let mut random = move || {
            let (next, random) = splitmix64(state);
            state = next;
            random
        };
        let (mut guesses, mut whole) = (0, 0);
        for _ in 0..20 {
            let mut game = Chess::start(&setup);
            for _ in 0..120 {
                let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
                game.actions(&mut actions);
                game.chance_outcomes(&mut outcomes);
                let step = match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => Step::Chance(outcomes[random() as usize % outcomes.len()].0),
                    Turn::Player(side) => {
                        let view = game.view(Viewer::Player(side));
                        let imagined =
                            Chess::determinize(&setup, &view, side, &mut random).expect("a guess that fits");
                        let seen = imagined.view(Viewer::Player(side));
                        guesses += 1;
                        let same = (&seen.pieces, seen.visible, seen.in_check)
                            == (&view.pieces, view.visible, view.in_check);
                        whole += u32::from(same && seen.dice == view.dice);
                        assert_eq!(
                            (seen.turn, seen.craters, seen.lost_pieces),
                            (view.turn, view.craters, view.lost_pieces)
                        );
                        Step::Action(actions[random() as usize % actions.len()])
                    }
                };
                game.apply(step, &mut NullSink).expect("an offered step is a legal step");
            }
        }
        (guesses, whole)
    }

    #[test]
    fn a_determinized_game_looks_like_the_real_one() {
        for options in
            ["modes=gravity", "modes=dice-a,portals,mines", "modes=dice-b,gravity,portals portals=private"]
        {
            let (guesses, whole) = check(options);
            assert_eq!(guesses, whole, "{options}");
        }
    }

    #[test]
    fn in_fog_nearly_every_determinization_matches_the_view() {
        for options in [
            "modes=fog",
            "modes=dice-a,fog,mines",
            "modes=dice-b,fog,portals wild=yes",
            "modes=fog,gravity",
            "modes=dice-a,fog,gravity,portals,mines",
        ] {
            let (guesses, whole) = check(options);
            assert!(whole * 10 > guesses * 9, "{options}: {whole} of {guesses}");
        }
    }
}
