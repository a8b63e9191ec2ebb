//! The laws of the house for every mix of chess modes: all 32 subsets, those with dice by both rule sets, with options
//! and starts as they come.
//!
//! Each law plays 50 games of every mix to their end. A longer run, and one game again after a failure:
//!
//! ```sh
//! YIPAN_GAMES=2000 cargo test --release -p yipan-chess --test mode_laws --test secrets
//! YIPAN_SEED=1234 cargo test -p yipan-chess --test mode_laws
//! ```
//!
//! What is hidden from whom, laws 4 and 5, stands in `secrets.rs`.

mod mixes;

use std::{collections::BTreeSet, ptr};

use mixes::{Board, Random, RandomGame, each_game};
use yipan_chess::{
    Action, Bitboard, ChanceEvent, Chess, ChessView, Color, DicePhase, DiceRule, DiceRules, Face, PieceKind,
    Square, UciMove,
};
use yipan_core::{AnyPiece, Cause, Cell, Effect, Game, Mark, Reason, Step, Turn, TurnChange, Viewer};
use yipan_testkit::{laws, random_play};

const VIEWERS: [Viewer; 3] = [Viewer::Player(Color::First), Viewer::Player(Color::Second), Viewer::Spectator];

/// More steps than any game of random play should need; the longest of 2,400 had 1,535.
const MAX_STEPS: usize = 5_000;

/// Steps where everything that is offered is tried out are this far apart, for the sake of time.
const STRIDE: usize = 16;

#[test]
fn replaying_a_record_is_deterministic() {
    each_game(|table| {
        while let Some(step) = table.choose() {
            table.take(step);
        }
        laws::replay_is_deterministic(&table.setup, &table.steps, &table.game);
    });
}

#[test]
fn effects_tell_the_whole_move() {
    each_game(|table| {
        while let Some(step) = table.choose() {
            laws::effects_are_complete(&table.game, step);
            if table.steps.len().is_multiple_of(STRIDE) {
                random_play::legal_steps(&table.game)
                    .into_iter()
                    .for_each(|step| laws::effects_are_complete(&table.game, step));
            }
            table.take(step);
        }
    });
}

#[test]
fn the_visible_effects_lead_to_the_view() {
    let men = |view: &ChessView| -> Vec<(Cell, AnyPiece)> {
        view.pieces.iter().map(|&(at, piece)| (at.into(), piece.into())).collect()
    };
    each_game(|table| {
        let mut before = VIEWERS.map(|viewer| table.game.view(viewer));
        while let Some(step) = table.choose() {
            let game = table.game.clone();
            table.take(step);
            let after = VIEWERS.map(|viewer| table.game.view(viewer));
            for (i, viewer) in VIEWERS.into_iter().enumerate() {
                // The law asks for the game before the step and for the one after it, and both have been looked at.
                let seen = |asked: &Chess, _| {
                    men(if ptr::eq(asked, &raw const game) { &before[i] } else { &after[i] })
                };
                let told = laws::view_matches_effects(&game, step, viewer, seen);
                check_mark_effects(&before[i], &told, &after[i], viewer);
                check_dice_effects(&before[i], &told, &after[i], viewer);
            }
            before = after;
        }
    });
}

/// Portals, craters, mines and hints follow from what was told as men do.
fn check_mark_effects(before: &ChessView, told: &[Effect], after: &ChessView, viewer: Viewer) {
    let marks = |view: &ChessView| -> Vec<(Cell, Mark)> {
        let each = |squares: Bitboard, mark| squares.into_iter().map(move |at| (at.into(), mark));
        let portals = view.portals.iter().flat_map(|&(owner, pair)| each(pair, Mark::Portal { owner }));
        let hints = view.mine_counts.iter().map(|&(at, mines)| match viewer {
            Viewer::Player(to) => (at.into(), Mark::MineCount { viewer: to, mines }),
            Viewer::Spectator | Viewer::Arbiter => panic!("{viewer:?} has no men that could tell of mines"),
        });
        let mines = each(view.craters, Mark::Crater).chain(each(view.mines, Mark::Mine));
        portals.chain(hints).chain(mines).collect()
    };
    let mut known = marks(before);
    for effect in told {
        match *effect {
            Effect::Mark { at, mark } => {
                // What a man told of the mines around, another may tell anew.
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
    assert!(same, "{viewer:?} is told {told:?} and knows {known:?}, where {now:?} lie");
}

/// So do the faces of the dice, but for those that are not rolled yet: they may become void without a word.
fn check_dice_effects(before: &ChessView, told: &[Effect], after: &ChessView, viewer: Viewer) {
    let letters = |view: &ChessView| -> Vec<char> {
        let dice = view.dice.iter().flat_map(|dice| &dice.dice);
        dice.map(|die| yipan_core::DieFace::from(die.face).letter).collect()
    };
    let mut known = letters(before);
    for effect in told {
        match *effect {
            Effect::TurnChanged {
                reason: TurnChange::Turn | TurnChange::Reroll | TurnChange::Emergency,
                ..
            } => {
                known.clear();
            }
            Effect::Rolled { face, .. } => {
                match known.iter().position(|&letter| letter == '?' && face.letter != '?') {
                    Some(blank) => known[blank] = face.letter,
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
        "{viewer:?} is told {told:?}, which the dice do not show"
    );
}

#[test]
fn a_rejected_step_changes_nothing_and_what_is_not_offered_is_rejected() {
    each_game(|table| {
        while let Some(step) = table.choose() {
            let (action, draw) = (any_action(table), any_chance_event(&mut table.random));
            laws::rejected_action_changes_nothing(&table.game, action);
            check_rejected_chance_event(&table.game, draw);
            if table.steps.len().is_multiple_of(4) {
                laws::rejected_action_changes_nothing(&table.game, Action::Reroll);
                laws::rejected_action_changes_nothing(&table.game, Action::ClaimDraw);
            }
            if let Step::Chance(draw) = step {
                check_rejected_chance_event(&table.game, draw);
            }
            table.take(step);
        }
        // Nothing at all is taken when the game is over.
        let (action, draw) = (any_action(table), any_chance_event(&mut table.random));
        laws::rejected_action_changes_nothing(&table.game, action);
        check_rejected_chance_event(&table.game, draw);
    });
}

/// Any action, mostly one of the own men's.
fn any_action(table: &mut RandomGame) -> Action {
    let random = &mut table.random;
    let own = table.game.position().by_color(table.game.position().side_to_move());
    let from =
        own.into_iter().nth(random.below(own.len().max(1) as usize)).unwrap_or_else(|| random.square());
    let from = if random.below(8) == 0 { random.square() } else { from };
    let promotion = PieceKind::ALL.get(random.below(24)).copied();
    let uci = UciMove { from, to: random.square(), promotion };
    // A move that is offered as well, so that other ways of writing it are tried.
    let offered = random.step(&table.game);
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

/// A draw is refused exactly if it is not offered, and then nothing changes.
fn check_rejected_chance_event(game: &Chess, draw: ChanceEvent) {
    let offered = random_play::legal_steps(game).contains(&Step::Chance(draw));
    let (mut after, mut effects) = (game.clone(), Vec::new());
    let taken = after.apply(Step::Chance(draw), &mut effects).is_ok();
    assert_eq!(taken, offered, "{draw} is offered or not, and taken or not");
    if !taken {
        assert_eq!((&after, effects), (game, Vec::new()), "refusing {draw} changed the game");
    }
}

#[test]
fn what_is_printed_reads_back() {
    each_game(|table| {
        laws::text_round_trips(&table.setup);
        while let Some(step) = table.choose() {
            if table.steps.len().is_multiple_of(STRIDE) {
                for step in random_play::legal_steps(&table.game) {
                    match step {
                        Step::Action(action) => laws::text_round_trips(&action),
                        Step::Chance(draw) => laws::text_round_trips(&draw),
                    }
                }
            }
            table.take(step);
        }
    });
}

#[test]
fn every_game_goes_on_until_it_ends() {
    each_game(|table| {
        while let Some(step) = table.choose() {
            let (mut actions, mut draws) = (Vec::new(), Vec::new());
            table.game.actions(&mut actions);
            table.game.chance_outcomes(&mut draws);
            match table.game.turn() {
                Turn::Player(_) => assert!(!actions.is_empty() && draws.is_empty(), "{actions:?} {draws:?}"),
                _ => assert!(actions.is_empty() && !draws.is_empty(), "{actions:?} {draws:?}"),
            }
            assert!(draws.iter().all(|(_, weight)| *weight > 0), "a draw that never comes: {draws:?}");
            let wild = draws.iter().find(|(draw, _)| *draw == ChanceEvent::WildDie);
            let total: u32 = draws.iter().map(|(_, weight)| weight).sum();
            assert!(wild.is_none_or(|(_, weight)| weight * 6 == total), "one die in six is wild: {draws:?}");
            if table.steps.len().is_multiple_of(STRIDE) {
                for step in random_play::legal_steps(&table.game) {
                    let mut next = table.game.clone();
                    next.apply(step, &mut Vec::new()).unwrap_or_else(|error| panic!("{step:?}: {error}"));
                    assert!(
                        matches!(next.turn(), Turn::Over(_)) || !random_play::legal_steps(&next).is_empty(),
                        "{step:?}"
                    );
                }
            }
            table.take(step);
            assert!(table.steps.len() < MAX_STEPS, "the game does not end");
        }
        assert!(random_play::legal_steps(&table.game).is_empty(), "the game is over");
    });
}

#[test]
fn the_board_is_valid_after_every_step() {
    each_game(|table| {
        let everybody = Board::of(&table.game).pieces().count();
        let mut exploded = false;
        while let Some(step) = table.choose() {
            let before = table.game.turn();
            let effects = table.take(step);
            let board = Board::of(&table.game);
            // A move is judged only after the draws that it calls for.
            exploded &= matches!(step, Step::Chance(_));
            exploded |=
                effects.iter().any(|effect| matches!(effect, Effect::Vanish { cause: Cause::Mine, .. }));
            if let (Turn::Player(mover), Step::Action(Action::Move(_) | Action::MoveByWildDie(_))) =
                (before, step)
            {
                assert!(exploded || !board.in_check(mover), "the mover's king is left attacked by {step:?}");
            }
            if let Turn::Player(next) = table.game.turn() {
                assert!(!board.in_check(next.other()), "{next:?} could take the king after {step:?}");
            }
            check_pieces(table, &board, everybody);
            check_end(table, &board, exploded);
            check_marks(table, &effects);
        }
    });
}

fn check_pieces(table: &RandomGame, board: &Board, everybody: usize) {
    let over = table.game.outcome();
    for seat in Color::BOTH {
        let count = |letter| board.pieces().filter(|(_, man)| *man == AnyPiece { seat, letter }).count();
        let destroyed = over.is_some_and(|outcome| {
            outcome.reason == Reason::KingMine && outcome.winner == Some(seat.other())
        });
        assert_eq!(count('K'), usize::from(!destroyed), "the kings of {seat:?}");
        assert!(count('P') <= 8, "the pawns of {seat:?}");
    }
    let last_rank = |(at, man): (Square, AnyPiece)| man.letter == 'P' && at.rank_for(man.seat) == 7;
    assert!(!board.pieces().any(last_rank), "a pawn on its last rank");
    let losses = table.game.view(Viewer::Arbiter).lost_pieces;
    let lost = |seat, kind| losses.captured(seat, kind) + losses.exploded(seat, kind);
    let lost: u8 = Color::BOTH.into_iter().flat_map(|seat| PieceKind::ALL.map(|kind| lost(seat, kind))).sum();
    assert_eq!(
        board.pieces().count() + usize::from(lost),
        everybody,
        "every man stands or is listed as lost"
    );
    // When the king goes the game stops, whatever is still in the air.
    if table.game.modes().gravity && over.is_none_or(|outcome| outcome.reason != Reason::KingMine) {
        let floats = |(at, _): (Square, AnyPiece)| at.file() < 7 && board.0[at.index() + 1].is_none();
        assert!(!board.pieces().any(floats), "a man that has not fallen");
    }
}

fn check_end(table: &RandomGame, board: &Board, exploded: bool) {
    let Some(outcome) = table.game.outcome() else { return };
    let attacked = outcome.winner.map(|winner| (board.in_check(winner), board.in_check(winner.other())));
    match outcome.reason {
        Reason::Checkmate => assert_eq!(attacked, Some((false, true)), "the loser alone is in check"),
        Reason::KingExposed => {
            assert!(
                exploded && attacked.is_some_and(|(_, loser)| loser),
                "an explosion bared the loser's king"
            );
        }
        Reason::KingMine => assert!(exploded, "a king was destroyed"),
        Reason::Stalemate => {
            assert!(!board.in_check(table.game.position().side_to_move()), "stalemate is no check")
        }
        Reason::InsufficientMaterial => assert!(cannot_mate(table, board), "there is material to mate"),
        Reason::Repetition | Reason::FiftyTurns | Reason::FiftyMoves => {
            assert!(!exploded, "the quiet was broken");
        }
        other => panic!("{other} is no end of such a game"),
    }
}

/// Kings alone, with one knight, or with bishops of one colour of squares. Portals carry bishops from one colour to the
/// other and mines may decide without a mate, so there one a side is the most; when everything falls, a single bishop is.
fn cannot_mate(table: &RandomGame, board: &Board) -> bool {
    let modes = table.game.modes();
    let men: Vec<(Square, AnyPiece)> = board.pieces().filter(|(_, man)| man.letter != 'K').collect();
    let count = |seat| men.iter().filter(|(_, man)| man.seat == seat).count();
    let bishops = men.iter().all(|(_, man)| man.letter == 'B');
    let colors: BTreeSet<u8> = men.iter().map(|(at, _)| (at.file() + at.rank()) % 2).collect();
    if modes.gravity {
        return men.len() <= 1 && bishops;
    }
    let paired = modes.portals.is_none() && modes.mines.is_none()
        || Color::BOTH.into_iter().all(|seat| count(seat) <= 1);
    (bishops && colors.len() <= 1 && paired) || (men.len() == 1 && men[0].1.letter == 'N')
}

fn check_marks(table: &RandomGame, effects: &[Effect]) {
    let (game, view) = (&table.game, table.game.view(Viewer::Arbiter));
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
        assert_eq!(standing, None, "a man stopped on a mine and stands");
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
    let mut draws = Vec::new();
    game.chance_outcomes(&mut draws);
    let free = |draw: ChanceEvent| !matches!(draw, ChanceEvent::Portal(at) if game.position().piece_at(at).is_some());
    assert!(draws.iter().all(|&(draw, _)| free(draw)), "a portal opens on an empty square");
}

/// What happened in a turn that is played with dice.
#[derive(Default)]
struct DiceTurn {
    moves: u8,
    king_moves: u8,
    replies: u8,
    interruptions: u8,
}

#[test]
fn a_turn_with_dice_keeps_to_them_and_ends() {
    each_game(|table| {
        let Some(rules) = table.setup.modes().dice else { return };
        // Where mines or portals are drawn, the first turn begins after them; else the game begins with it.
        let begun = matches!(
            random_play::legal_steps(&table.game)[..],
            [Step::Chance(ChanceEvent::DieKind(_) | ChanceEvent::DiePiece(_)), ..]
        );
        let (mut turn, mut turns) = (DiceTurn::default(), u32::from(begun));
        while let Some(step) = table.choose() {
            check_dice(&table.game, rules);
            let phase = table.game.view(Viewer::Arbiter).dice.map(|dice| dice.phase);
            if let Step::Action(Action::Move(uci) | Action::MoveByWildDie(uci)) = step {
                let king =
                    table.game.position().piece_at(uci.from).is_some_and(|man| man.kind == PieceKind::King);
                match phase {
                    Some(DicePhase::Reply) => turn.replies += 1,
                    Some(DicePhase::Turn) => {
                        turn.moves += 1;
                        turn.king_moves += u8::from(king);
                    }
                    _ => turn.moves += 1,
                }
            }
            for effect in table.take(step) {
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

/// The dice as they lie when somebody is to move.
fn check_dice(game: &Chess, rules: DiceRules) {
    let view = game.view(Viewer::Arbiter);
    let (Turn::Player(mover), Some(dice)) = (view.turn, view.dice) else { return };
    let faces = |wanted: Face| dice.dice.iter().filter(|die| die.face == wanted).count();
    assert!(dice.dice.len() <= usize::from(rules.count), "{dice:?}");
    assert!(
        faces(Face::Wild) <= usize::from(rules.wild) && faces(Face::Kind(PieceKind::King)) <= 1,
        "{dice:?}"
    );
    let men =
        dice.dice.iter().filter_map(|die| if let Face::Piece(at, _) = die.face { Some(at) } else { None });
    assert_eq!(men.clone().collect::<BTreeSet<_>>().len(), men.count(), "a man is rolled once: {dice:?}");
    let may_reroll = dice.phase == DicePhase::Turn
        && dice.rerolls[mover.index()] > 0
        && dice.dice.iter().all(|die| !die.used);
    assert!(may_reroll || !view.actions.contains(&Action::Reroll), "no throw is left: {dice:?}");
    assert_eq!(mover == dice.owner, dice.phase != DicePhase::Reply, "{mover:?} moves: {dice:?}");
    if dice.phase != DicePhase::Turn {
        return;
    }
    assert!(dice.dice.iter().any(|die| die.dead == Some(false) && !die.used), "no die is live: {dice:?}");
    for action in view.actions {
        let (Action::Move(uci) | Action::MoveByWildDie(uci)) = action else { continue };
        let kind = game.position().piece_at(uci.from).expect("a move moves a man").kind;
        let fits = |face| match face {
            Face::Kind(named) => named == kind && !matches!(action, Action::MoveByWildDie(_)),
            Face::Piece(at, _) => at == uci.from && !matches!(action, Action::MoveByWildDie(_)),
            Face::Wild => true,
            Face::Unrolled => false,
        };
        assert!(dice.dice.iter().any(|die| !die.used && fits(die.face)), "no die moves {action}: {dice:?}");
    }
}
