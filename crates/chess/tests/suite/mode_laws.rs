//! The laws of games for every combination of chess modes: all 32 subsets, those with dice by both rule sets,
//! with random options and starts.
//!
//! Each law plays 50 games of every combination to their end. A longer run, and one game again after a
//! failure:
//!
//! ```sh
//! YIPAN_GAMES=2000 cargo test --release -p yipan-chess --test suite -- mode_laws:: secrets::
//! YIPAN_SEED=1234 cargo test -p yipan-chess --test suite -- mode_laws::
//! ```
//!
//! Laws 4 and 5, about hidden information, are in `secrets.rs`.

use std::{collections::BTreeSet, ptr};

use yipan_chess::{
    Action, Bitboard, ChanceEvent, Chess, ChessView, Color, DicePhase, DiceRule, DiceRules, Face, PieceKind,
    Square, UciMove,
};
use yipan_chess_model::Board;
use yipan_core::{AnyPiece, Cause, Cell, Effect, Game, Mark, Reason, Step, Turn, TurnChange, Viewer};
use yipan_testkit::{laws, random_play};

use crate::mixes::{Random, RandomGame, each_game};

const VIEWERS: [Viewer; 3] = [Viewer::Player(Color::First), Viewer::Player(Color::Second), Viewer::Spectator];

/// More steps than any random game should need; the longest of 2,400 had 1,535.
const MAX_STEPS: usize = 5_000;

/// The interval between steps at which every offered action is tried, to save time.
const STRIDE: usize = 16;

#[test]
fn replaying_a_record_is_deterministic() {
    each_game(|run| {
        while let Some(step) = run.choose() {
            run.take(step);
        }
        laws::replay_is_deterministic(&run.setup, &run.steps, &run.game);
    });
}

#[test]
fn effects_tell_the_whole_move() {
    each_game(|run| {
        while let Some(step) = run.choose() {
            laws::effects_are_complete(&run.game, step);
            if run.steps.len().is_multiple_of(STRIDE) {
                random_play::legal_steps(&run.game)
                    .into_iter()
                    .for_each(|step| laws::effects_are_complete(&run.game, step));
            }
            run.take(step);
        }
    });
}

#[test]
fn the_visible_effects_lead_to_the_view() {
    let pieces = |view: &ChessView| -> Vec<(Cell, AnyPiece)> {
        view.pieces.iter().map(|&(at, piece)| (at.into(), piece.into())).collect()
    };
    each_game(|run| {
        let mut before = VIEWERS.map(|viewer| run.game.view(viewer));
        while let Some(step) = run.choose() {
            let game = run.game.clone();
            run.take(step);
            let after = VIEWERS.map(|viewer| run.game.view(viewer));
            for (i, viewer) in VIEWERS.into_iter().enumerate() {
                // The law covers the game before and after the step, and both have been checked.
                let seen = |asked: &Chess, _| {
                    pieces(if ptr::eq(asked, &raw const game) { &before[i] } else { &after[i] })
                };
                let visible = laws::view_matches_effects(&game, step, viewer, seen);
                check_mark_effects(&before[i], &visible, &after[i], viewer);
                check_dice_effects(&before[i], &visible, &after[i], viewer);
            }
            before = after;
        }
    });
}

/// Marks follow from the reported effects, as pieces do.
fn check_mark_effects(before: &ChessView, visible: &[Effect], after: &ChessView, viewer: Viewer) {
    let marks = |view: &ChessView| -> Vec<(Cell, Mark)> {
        let each = |squares: Bitboard, mark| squares.into_iter().map(move |at| (at.into(), mark));
        let portals = view.portals.iter().flat_map(|&(owner, pair)| each(pair, Mark::Portal { owner }));
        let hints = view.mine_counts.iter().map(|&(at, mines)| match viewer {
            Viewer::Player(to) => (at.into(), Mark::MineCount { viewer: to, mines }),
            Viewer::Spectator | Viewer::Arbiter => panic!("{viewer:?} has no pieces that reveal mine counts"),
        });
        let mines = each(view.craters, Mark::Crater).chain(each(view.mines, Mark::Mine));
        portals.chain(hints).chain(mines).collect()
    };
    let mut known = marks(before);
    for effect in visible {
        match *effect {
            Effect::Mark { at, mark } => {
                // A later piece may reveal the number of adjacent mines again.
                let renewed =
                    |old: Mark| matches!((old, mark), (Mark::MineCount { .. }, Mark::MineCount { .. }));
                known.retain(|&(cell, old)| cell != at || !renewed(old));
                known.push((at, mark));
            }
            Effect::Unmark { at, mark } => {
                let gone = known.iter().position(|known| *known == (at, mark));
                known.swap_remove(gone.unwrap_or_else(|| panic!("{viewer:?} never knew of {mark} on {at}")));
            }
            _ => {}
        }
    }
    let now = marks(after);
    let same = known.len() == now.len() && now.iter().all(|mark| known.contains(mark));
    assert!(same, "{viewer:?} sees {visible:?} and knows {known:?}, but the marks are {now:?}");
}

/// So do the faces of dice, except unrolled ones, which may become void without an effect.
fn check_dice_effects(before: &ChessView, visible: &[Effect], after: &ChessView, viewer: Viewer) {
    let letters = |view: &ChessView| -> Vec<char> {
        let dice = view.dice.iter().flat_map(|dice| &dice.dice);
        dice.map(|die| yipan_core::DieFace::from(die.face).letter).collect()
    };
    let mut known = letters(before);
    for effect in visible {
        match *effect {
            Effect::TurnChanged {
                reason: TurnChange::Turn | TurnChange::Reroll | TurnChange::Emergency,
                ..
            } => {
                known.clear();
            }
            Effect::Rolled { face, .. } => {
                match known.iter().position(|&letter| letter == '?' && face.letter != '?') {
                    Some(unrolled) => known[unrolled] = face.letter,
                    None => known.push(face.letter),
                }
            }
            _ => {}
        }
    }
    let sorted = |mut letters: Vec<char>| {
        letters.retain(|&letter| letter != '?');
        letters.sort_unstable();
        letters
    };
    assert_eq!(
        sorted(known),
        sorted(letters(after)),
        "{viewer:?} sees {visible:?}, which the dice do not show"
    );
}

#[test]
fn a_rejected_step_changes_nothing_and_what_is_not_offered_is_rejected() {
    each_game(|run| {
        while let Some(step) = run.choose() {
            let (action, event) = (any_action(run), any_chance_event(&mut run.random));
            laws::rejected_action_changes_nothing(&run.game, action);
            check_rejected_chance_event(&run.game, event);
            if run.steps.len().is_multiple_of(4) {
                laws::rejected_action_changes_nothing(&run.game, Action::Reroll);
                laws::rejected_action_changes_nothing(&run.game, Action::ClaimDraw);
            }
            if let Step::Chance(event) = step {
                check_rejected_chance_event(&run.game, event);
            }
            run.take(step);
        }
        // A finished game accepts no step.
        let (action, event) = (any_action(run), any_chance_event(&mut run.random));
        laws::rejected_action_changes_nothing(&run.game, action);
        check_rejected_chance_event(&run.game, event);
    });
}

/// Returns a random action, mostly of the side's own pieces.
fn any_action(run: &mut RandomGame) -> Action {
    let random = &mut run.random;
    let own = run.game.position().by_color(run.game.position().side_to_move());
    let from =
        own.into_iter().nth(random.below(own.len().max(1) as usize)).unwrap_or_else(|| random.square());
    let from = if random.below(8) == 0 { random.square() } else { from };
    let promotion = PieceKind::ALL.get(random.below(24)).copied();
    let uci = UciMove { from, to: random.square(), promotion };
    // Includes offered moves, so that other notations of them are tried.
    let offered = random.step(&run.game);
    match (random.below(6), offered) {
        (0, Some(Step::Action(Action::Move(uci)))) => Action::MoveByWildDie(uci),
        (1, Some(Step::Action(Action::Move(uci) | Action::MoveByWildDie(uci)))) => {
            Action::Move(UciMove { promotion: PieceKind::ALL.get(random.below(7)).copied(), ..uci })
        }
        (2, _) => Action::MoveByWildDie(uci),
        _ => Action::Move(uci),
    }
}

fn any_chance_event(random: &mut Random) -> ChanceEvent {
    match random.below(6) {
        0 => ChanceEvent::MineCount(4 + random.below(2) as u8),
        1 => ChanceEvent::Mine(random.square()),
        2 => ChanceEvent::Portal(random.square()),
        3 => ChanceEvent::DieKind(random.pick(&PieceKind::ALL)),
        4 => ChanceEvent::DiePiece(random.square()),
        _ => ChanceEvent::WildDie,
    }
}

/// A chance outcome is rejected exactly if it is not offered, and then nothing changes.
fn check_rejected_chance_event(game: &Chess, event: ChanceEvent) {
    let offered = random_play::legal_steps(game).contains(&Step::Chance(event));
    let (mut after, mut effects) = (game.clone(), Vec::new());
    let taken = after.apply(Step::Chance(event), &mut effects).is_ok();
    assert_eq!(taken, offered, "{event} must be accepted if and only if it is offered");
    if !taken {
        assert_eq!((&after, effects), (game, Vec::new()), "rejecting {event} changed the game");
    }
}

#[test]
fn what_is_printed_reads_back() {
    each_game(|run| {
        laws::text_round_trips(&run.setup);
        while let Some(step) = run.choose() {
            if run.steps.len().is_multiple_of(STRIDE) {
                for step in random_play::legal_steps(&run.game) {
                    match step {
                        Step::Action(action) => laws::text_round_trips(&action),
                        Step::Chance(event) => laws::text_round_trips(&event),
                    }
                }
            }
            run.take(step);
        }
    });
}

#[test]
fn every_game_goes_on_until_it_ends() {
    each_game(|run| {
        while let Some(step) = run.choose() {
            let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
            run.game.actions(&mut actions);
            run.game.chance_outcomes(&mut outcomes);
            match run.game.turn() {
                Turn::Player(_) => {
                    assert!(!actions.is_empty() && outcomes.is_empty(), "{actions:?} {outcomes:?}");
                }
                _ => assert!(actions.is_empty() && !outcomes.is_empty(), "{actions:?} {outcomes:?}"),
            }
            assert!(
                outcomes.iter().all(|(_, weight)| *weight > 0),
                "an outcome without weight: {outcomes:?}"
            );
            let wild = outcomes.iter().find(|(event, _)| *event == ChanceEvent::WildDie);
            let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
            assert!(
                wild.is_none_or(|(_, weight)| weight * 6 == total),
                "one die in six is wild: {outcomes:?}"
            );
            if run.steps.len().is_multiple_of(STRIDE) {
                for step in random_play::legal_steps(&run.game) {
                    let mut next = run.game.clone();
                    next.apply(step, &mut Vec::new()).unwrap_or_else(|error| panic!("{step:?}: {error}"));
                    assert!(
                        matches!(next.turn(), Turn::Over(_)) || !random_play::legal_steps(&next).is_empty(),
                        "{step:?}"
                    );
                }
            }
            run.take(step);
            assert!(run.steps.len() < MAX_STEPS, "the game does not end");
        }
        assert!(random_play::legal_steps(&run.game).is_empty(), "the game is over");
    });
}

#[test]
fn the_board_is_valid_after_every_step() {
    each_game(|run| {
        let piece_count = Board::of(&run.game).pieces().count();
        let mut exploded = false;
        while let Some(step) = run.choose() {
            let before = run.game.turn();
            let effects = run.take(step);
            let board = Board::of(&run.game);
            // A move is adjudicated only after the chance events that follow it.
            exploded &= matches!(step, Step::Chance(_));
            exploded |=
                effects.iter().any(|effect| matches!(effect, Effect::Vanish { cause: Cause::Mine, .. }));
            if let (Turn::Player(mover), Step::Action(Action::Move(_) | Action::MoveByWildDie(_))) =
                (before, step)
            {
                assert!(exploded || !board.in_check(mover), "the mover's king is left attacked by {step:?}");
            }
            if let Turn::Player(next) = run.game.turn() {
                assert!(!board.in_check(next.other()), "{next:?} could take the king after {step:?}");
            }
            check_pieces(run, &board, piece_count);
            check_end(run, &board, exploded);
            check_marks(run, &effects);
        }
    });
}

fn check_pieces(run: &RandomGame, board: &Board, piece_count: usize) {
    let over = run.game.outcome();
    for side in Color::BOTH {
        let count = |letter| board.pieces().filter(|(_, piece)| *piece == AnyPiece { side, letter }).count();
        let destroyed = over.is_some_and(|outcome| {
            outcome.reason == Reason::KingMine && outcome.winner == Some(side.other())
        });
        assert_eq!(count('K'), usize::from(!destroyed), "the kings of {side:?}");
        assert!(count('P') <= 8, "the pawns of {side:?}");
    }
    let last_rank = |(at, piece): (Square, AnyPiece)| piece.letter == 'P' && at.rank_for(piece.side) == 7;
    assert!(!board.pieces().any(last_rank), "a pawn on its last rank");
    let losses = run.game.view(Viewer::Arbiter).lost_pieces;
    let lost = |side, kind| losses.captured(side, kind) + losses.exploded(side, kind);
    let lost: u8 = Color::BOTH.into_iter().flat_map(|side| PieceKind::ALL.map(|kind| lost(side, kind))).sum();
    assert_eq!(
        board.pieces().count() + usize::from(lost),
        piece_count,
        "every piece is on the board or listed as lost"
    );
    // When a king is destroyed the game stops, whatever is still falling.
    if run.game.modes().gravity && over.is_none_or(|outcome| outcome.reason != Reason::KingMine) {
        let floats = |(at, _): (Square, AnyPiece)| at.file() < 7 && board.0[at.index() + 1].is_none();
        assert!(!board.pieces().any(floats), "a piece that has not fallen");
    }
}

fn check_end(run: &RandomGame, board: &Board, exploded: bool) {
    let Some(outcome) = run.game.outcome() else { return };
    let attacked = outcome.winner.map(|winner| (board.in_check(winner), board.in_check(winner.other())));
    match outcome.reason {
        Reason::Checkmate => assert_eq!(attacked, Some((false, true)), "the loser alone is in check"),
        Reason::KingExposed => {
            assert!(
                exploded && attacked.is_some_and(|(_, loser)| loser),
                "an explosion exposed the loser's king"
            );
        }
        Reason::KingMine => assert!(exploded, "a king was destroyed"),
        Reason::Stalemate => {
            assert!(!board.in_check(run.game.position().side_to_move()), "stalemate is not check");
        }
        Reason::InsufficientMaterial => assert!(cannot_mate(run, board), "there is material to mate"),
        Reason::Repetition | Reason::FiftyTurns | Reason::FiftyMoves => {
            assert!(!exploded, "the quiet was broken");
        }
        other => panic!("{other} is no end of such a game"),
    }
}

/// Bare kings, one knight, or bishops on squares of one color. With portals or mines at most one bishop per
/// side counts, and with gravity only a single bishop.
fn cannot_mate(run: &RandomGame, board: &Board) -> bool {
    let modes = run.game.modes();
    let pieces: Vec<(Square, AnyPiece)> = board.pieces().filter(|(_, piece)| piece.letter != 'K').collect();
    let count = |side| pieces.iter().filter(|(_, piece)| piece.side == side).count();
    let bishops = pieces.iter().all(|(_, piece)| piece.letter == 'B');
    let colors: BTreeSet<u8> = pieces.iter().map(|(at, _)| (at.file() + at.rank()) % 2).collect();
    if modes.gravity {
        return pieces.len() <= 1 && bishops;
    }
    let paired = modes.portals.is_none() && modes.mines.is_none()
        || Color::BOTH.into_iter().all(|side| count(side) <= 1);
    (bishops && colors.len() <= 1 && paired) || (pieces.len() == 1 && pieces[0].1.letter == 'N')
}

fn check_marks(run: &RandomGame, effects: &[Effect]) {
    let (game, view) = (&run.game, run.game.view(Viewer::Arbiter));
    let minefield = |at: Square| (2..6).contains(&at.rank());
    assert!((view.mines | view.craters).into_iter().all(minefield), "mines lie on ranks 3 to 6");
    assert!((view.mines & view.craters).is_empty(), "a crater is safe");
    let stays = |from: &Square| game.pieces().iter().any(|(cell, _)| *cell == Cell::from(*from));
    if game.outcome().is_none_or(|outcome| outcome.reason != Reason::KingMine) {
        let stopped = effects.iter().filter_map(|effect| match *effect {
            Effect::Slide { to, .. } => Square::from_coords(to.file, to.rank),
            _ => None,
        });
        let standing = stopped.filter(stays).find(|&at| view.mines.contains(at));
        assert_eq!(standing, None, "a piece stopped on a mine and was not destroyed");
    }
    if let Turn::Player(_) = game.turn() {
        let laid = (view.mines | view.craters).len();
        assert!(
            if game.modes().mines.is_some() { laid == 4 || laid == 5 } else { laid == 0 },
            "{laid} mines"
        );
        assert!(view.portals.iter().all(|(_, pair)| pair.len() == 2), "a pair of portals has two ends");
        let pairs = match game.modes().portals {
            None => 0,
            Some(yipan_chess::PortalOwnership::Shared) => 1,
            Some(yipan_chess::PortalOwnership::Private) => 2,
        };
        assert_eq!(view.portals.len(), pairs, "as many pairs as are played with");
    }
    let mut outcomes = Vec::new();
    game.chance_outcomes(&mut outcomes);
    let free = |event: ChanceEvent| !matches!(event, ChanceEvent::Portal(at) if game.position().piece_at(at).is_some());
    assert!(outcomes.iter().all(|&(event, _)| free(event)), "a portal opens on an empty square");
}

/// The events of a turn with dice.
#[derive(Default)]
struct DiceTurn {
    moves: u8,
    king_moves: u8,
    replies: u8,
    interruptions: u8,
}

#[test]
fn a_turn_with_dice_keeps_to_them_and_ends() {
    each_game(|run| {
        let Some(rules) = run.setup.modes().dice else { return };
        // If mines or portals are placed, the first turn begins after them; otherwise the game begins with
        // it.
        let begun = matches!(
            random_play::legal_steps(&run.game)[..],
            [Step::Chance(ChanceEvent::DieKind(_) | ChanceEvent::DiePiece(_)), ..]
        );
        let (mut turn, mut turns) = (DiceTurn::default(), u32::from(begun));
        while let Some(step) = run.choose() {
            check_dice(&run.game, rules);
            let phase = run.game.view(Viewer::Arbiter).dice.map(|dice| dice.phase);
            if let Step::Action(Action::Move(uci) | Action::MoveByWildDie(uci)) = step {
                let king =
                    run.game.position().piece_at(uci.from).is_some_and(|piece| piece.kind == PieceKind::King);
                match phase {
                    Some(DicePhase::Reply) => turn.replies += 1,
                    Some(DicePhase::Turn) => {
                        turn.moves += 1;
                        turn.king_moves += u8::from(king);
                    }
                    _ => turn.moves += 1,
                }
            }
            for effect in run.take(step) {
                match effect {
                    Effect::TurnChanged { reason: TurnChange::Turn, .. } => {
                        (turn, turns) = (DiceTurn::default(), turns + 1);
                    }
                    Effect::TurnChanged { reason: TurnChange::Interrupt, .. } => turn.interruptions += 1,
                    _ => {}
                }
            }
            let DiceTurn { moves, king_moves, replies, interruptions } = turn;
            let count = if turns == 1 { rules.first_turn } else { rules.count };
            let most = if rules.rule == DiceRule::All { count } else { 1 };
            assert!(moves <= most, "{moves} moves with {count} dice");
            assert!(king_moves <= 1, "the king moved twice");
            assert!(interruptions < count.max(1), "{interruptions} interruptions with {count} dice");
            assert!(replies <= interruptions, "{replies} replies to {interruptions} interruptions");
        }
    });
}

/// The dice when a player is to move.
fn check_dice(game: &Chess, rules: DiceRules) {
    let view = game.view(Viewer::Arbiter);
    let (Turn::Player(mover), Some(dice)) = (view.turn, view.dice) else { return };
    let faces = |wanted: Face| dice.dice.iter().filter(|die| die.face == wanted).count();
    assert!(dice.dice.len() <= usize::from(rules.count), "{dice:?}");
    assert!(
        faces(Face::Wild) <= usize::from(rules.wild) && faces(Face::Kind(PieceKind::King)) <= 1,
        "{dice:?}"
    );
    let pieces =
        dice.dice.iter().filter_map(|die| if let Face::Piece(at, _) = die.face { Some(at) } else { None });
    assert_eq!(
        pieces.clone().collect::<BTreeSet<_>>().len(),
        pieces.count(),
        "a piece is rolled once: {dice:?}"
    );
    let may_reroll = dice.phase == DicePhase::Turn
        && dice.rerolls[mover.index()] > 0
        && dice.dice.iter().all(|die| !die.used);
    assert!(may_reroll || !view.actions.contains(&Action::Reroll), "no re-roll is left: {dice:?}");
    assert_eq!(mover == dice.owner, dice.phase != DicePhase::Reply, "{mover:?} moves: {dice:?}");
    if dice.phase != DicePhase::Turn {
        return;
    }
    assert!(dice.dice.iter().any(|die| die.dead == Some(false) && !die.used), "no die is live: {dice:?}");
    for action in view.actions {
        let (Action::Move(uci) | Action::MoveByWildDie(uci)) = action else { continue };
        let kind = game.position().piece_at(uci.from).expect("a move moves a piece").kind;
        let fits = |face| match face {
            Face::Kind(named) => named == kind && !matches!(action, Action::MoveByWildDie(_)),
            Face::Piece(at, _) => at == uci.from && !matches!(action, Action::MoveByWildDie(_)),
            Face::Wild => true,
            Face::Unrolled => false,
        };
        assert!(dice.dice.iter().any(|die| !die.used && fits(die.face)), "no die moves {action}: {dice:?}");
    }
}
