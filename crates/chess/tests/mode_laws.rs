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

use mixes::{Board, Random, Table, each_game};
use yipan_chess::{
    Action, Bitboard, Chess, ChessView, Color, DiceRule, DiceRules, Draw, Face, Kind, Phase, Square, Uci,
};
use yipan_rules::{Cause, Cell, Effect, Game, Handover, Man, Mark, Reason, Step, Turn, Viewer};
use yipan_testkit::{laws, playing};

const EVERYBODY: [Viewer; 3] =
    [Viewer::Player(Color::First), Viewer::Player(Color::Second), Viewer::Spectator];

/// More steps than any game of random play should need; the longest of 2,400 had 1,535.
const ENDLESS: usize = 5_000;

/// Steps where everything that is offered is tried out are this far apart, for the sake of time.
const STRIDE: usize = 16;

#[test]
fn folding_a_log_is_a_function() {
    each_game(|table| {
        while let Some(step) = table.choose() {
            table.take(step);
        }
        laws::replay(&table.setup, &table.steps, &table.game);
    });
}

#[test]
fn effects_tell_the_whole_move() {
    each_game(|table| {
        while let Some(step) = table.choose() {
            laws::completeness(&table.game, step);
            if table.steps.len().is_multiple_of(STRIDE) {
                playing::offered(&table.game)
                    .into_iter()
                    .for_each(|step| laws::completeness(&table.game, step));
            }
            table.take(step);
        }
    });
}

#[test]
fn what_a_viewer_is_told_gives_what_it_sees() {
    let men = |view: &ChessView| -> Vec<(Cell, Man)> {
        view.men.iter().map(|&(at, piece)| (at.into(), piece.into())).collect()
    };
    each_game(|table| {
        let mut before = EVERYBODY.map(|viewer| table.game.view(viewer));
        while let Some(step) = table.choose() {
            let game = table.game.clone();
            table.take(step);
            let after = EVERYBODY.map(|viewer| table.game.view(viewer));
            for (i, viewer) in EVERYBODY.into_iter().enumerate() {
                // The law asks for the game before the step and for the one after it, and both have been looked at.
                let seen = |asked: &Chess, _| {
                    men(if ptr::eq(asked, &raw const game) { &before[i] } else { &after[i] })
                };
                let told = laws::account(&game, step, viewer, seen);
                account_of_marks(&before[i], &told, &after[i], viewer);
                account_of_dice(&before[i], &told, &after[i], viewer);
            }
            before = after;
        }
    });
}

/// Portals, craters, mines and hints follow from what was told as men do.
fn account_of_marks(before: &ChessView, told: &[Effect], after: &ChessView, viewer: Viewer) {
    let marks = |view: &ChessView| -> Vec<(Cell, Mark)> {
        let each = |squares: Bitboard, mark| squares.into_iter().map(move |at| (at.into(), mark));
        let portals = view.portals.iter().flat_map(|&(owner, pair)| each(pair, Mark::Portal(owner)));
        let hints = view.hints.iter().map(|&(at, mines)| match viewer {
            Viewer::Player(to) => (at.into(), Mark::Hint { to, mines }),
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
                let renewed = |old: Mark| matches!((old, mark), (Mark::Hint { .. }, Mark::Hint { .. }));
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
fn account_of_dice(before: &ChessView, told: &[Effect], after: &ChessView, viewer: Viewer) {
    let letters = |view: &ChessView| -> Vec<char> {
        let dice = view.dice.iter().flat_map(|dice| &dice.dice);
        dice.map(|die| yipan_rules::Face::from(die.face).letter).collect()
    };
    let mut known = letters(before);
    for effect in told {
        match *effect {
            Effect::Hand { why: Handover::Turn | Handover::Reroll | Handover::Emergency, .. } => {
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
fn a_refused_step_changes_nothing_and_what_is_not_offered_is_refused() {
    each_game(|table| {
        while let Some(step) = table.choose() {
            let (action, draw) = (any_action(table), any_draw(&mut table.random));
            laws::refusal(&table.game, action);
            refused_draw(&table.game, draw);
            if table.steps.len().is_multiple_of(4) {
                laws::refusal(&table.game, Action::Reroll);
                laws::refusal(&table.game, Action::ClaimDraw);
            }
            if let Step::Draw(draw) = step {
                refused_draw(&table.game, draw);
            }
            table.take(step);
        }
        // Nothing at all is taken when the game is over.
        let (action, draw) = (any_action(table), any_draw(&mut table.random));
        laws::refusal(&table.game, action);
        refused_draw(&table.game, draw);
    });
}

/// Any action, mostly one of the own men's.
fn any_action(table: &mut Table) -> Action {
    let random = &mut table.random;
    let own = table.game.position().men(table.game.position().side());
    let from =
        own.into_iter().nth(random.below(own.len().max(1) as usize)).unwrap_or_else(|| random.square());
    let from = if random.below(8) == 0 { random.square() } else { from };
    let promotion = Kind::ALL.get(random.below(24)).copied();
    let uci = Uci { from, to: random.square(), promotion };
    // A move that is offered as well, so that other ways of writing it are tried.
    let offered = random.step(&table.game);
    match (random.below(6), offered) {
        (0, Some(Step::Act(Action::Move(uci)))) => Action::MoveByWild(uci),
        (1, Some(Step::Act(Action::Move(uci) | Action::MoveByWild(uci)))) => {
            Action::Move(Uci { promotion: Kind::ALL.get(random.below(7)).copied(), ..uci })
        }
        (2, _) => Action::MoveByWild(uci),
        _ => Action::Move(uci),
    }
}

fn any_draw(random: &mut Random) -> Draw {
    match random.below(6) {
        0 => Draw::MineCount(4 + random.below(2) as u8),
        1 => Draw::Mine(random.square()),
        2 => Draw::Portal(random.square()),
        3 => Draw::Die(random.pick(&Kind::ALL)),
        4 => Draw::Man(random.square()),
        _ => Draw::Wild,
    }
}

/// A draw is refused exactly if it is not offered, and then nothing changes.
fn refused_draw(game: &Chess, draw: Draw) {
    let offered = playing::offered(game).contains(&Step::Draw(draw));
    let (mut after, mut effects) = (game.clone(), Vec::new());
    let taken = after.apply(Step::Draw(draw), &mut effects).is_ok();
    assert_eq!(taken, offered, "{draw} is offered or not, and taken or not");
    if !taken {
        assert_eq!((&after, effects), (game, Vec::new()), "refusing {draw} changed the game");
    }
}

#[test]
fn what_is_printed_reads_back() {
    each_game(|table| {
        laws::round_trip(&table.setup);
        while let Some(step) = table.choose() {
            if table.steps.len().is_multiple_of(STRIDE) {
                for step in playing::offered(&table.game) {
                    match step {
                        Step::Act(action) => laws::round_trip(&action),
                        Step::Draw(draw) => laws::round_trip(&draw),
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
            table.game.draws(&mut draws);
            match table.game.turn() {
                Turn::Player(_) => assert!(!actions.is_empty() && draws.is_empty(), "{actions:?} {draws:?}"),
                _ => assert!(actions.is_empty() && !draws.is_empty(), "{actions:?} {draws:?}"),
            }
            assert!(draws.iter().all(|(_, weight)| *weight > 0), "a draw that never comes: {draws:?}");
            let wild = draws.iter().find(|(draw, _)| *draw == Draw::Wild);
            let total: u32 = draws.iter().map(|(_, weight)| weight).sum();
            assert!(wild.is_none_or(|(_, weight)| weight * 6 == total), "one die in six is wild: {draws:?}");
            if table.steps.len().is_multiple_of(STRIDE) {
                for step in playing::offered(&table.game) {
                    let mut next = table.game.clone();
                    next.apply(step, &mut Vec::new()).unwrap_or_else(|error| panic!("{step:?}: {error}"));
                    assert!(
                        matches!(next.turn(), Turn::Over(_)) || !playing::offered(&next).is_empty(),
                        "{step:?}"
                    );
                }
            }
            table.take(step);
            assert!(table.steps.len() < ENDLESS, "the game does not end");
        }
        assert!(playing::offered(&table.game).is_empty(), "the game is over");
    });
}

#[test]
fn the_board_is_sound_after_every_step() {
    each_game(|table| {
        let everybody = Board::of(&table.game).men().count();
        let mut exploded = false;
        while let Some(step) = table.choose() {
            let before = table.game.turn();
            let effects = table.take(step);
            let board = Board::of(&table.game);
            // A move is judged only after the draws that it calls for.
            exploded &= matches!(step, Step::Draw(_));
            exploded |=
                effects.iter().any(|effect| matches!(effect, Effect::Vanish { cause: Cause::Mine, .. }));
            if let (Turn::Player(mover), Step::Act(Action::Move(_) | Action::MoveByWild(_))) = (before, step)
            {
                assert!(exploded || !board.in_check(mover), "the mover's king is left attacked by {step:?}");
            }
            if let Turn::Player(next) = table.game.turn() {
                assert!(!board.in_check(next.other()), "{next:?} could take the king after {step:?}");
            }
            check_men(table, &board, everybody);
            check_end(table, &board, exploded);
            check_marks(table, &effects);
        }
    });
}

fn check_men(table: &Table, board: &Board, everybody: usize) {
    let over = table.game.outcome();
    for seat in Color::BOTH {
        let count = |letter| board.men().filter(|(_, man)| *man == Man { seat, letter }).count();
        let destroyed = over.is_some_and(|outcome| {
            outcome.reason == Reason::KingMine && outcome.winner == Some(seat.other())
        });
        assert_eq!(count('K'), usize::from(!destroyed), "the kings of {seat:?}");
        assert!(count('P') <= 8, "the pawns of {seat:?}");
    }
    let last_rank = |(at, man): (Square, Man)| man.letter == 'P' && at.rank_for(man.seat) == 7;
    assert!(!board.men().any(last_rank), "a pawn on its last rank");
    let losses = table.game.view(Viewer::Arbiter).losses;
    let lost = |seat, kind| losses.captured(seat, kind) + losses.exploded(seat, kind);
    let lost: u8 = Color::BOTH.into_iter().flat_map(|seat| Kind::ALL.map(|kind| lost(seat, kind))).sum();
    assert_eq!(board.men().count() + usize::from(lost), everybody, "every man stands or is listed as lost");
    // When the king goes the game stops, whatever is still in the air.
    if table.game.modes().gravity && over.is_none_or(|outcome| outcome.reason != Reason::KingMine) {
        let floats = |(at, _): (Square, Man)| at.file() < 7 && board.0[at.index() + 1].is_none();
        assert!(!board.men().any(floats), "a man that has not fallen");
    }
}

fn check_end(table: &Table, board: &Board, exploded: bool) {
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
        Reason::Stalemate => assert!(!board.in_check(table.game.position().side()), "stalemate is no check"),
        Reason::Material => assert!(cannot_mate(table, board), "there is material to mate"),
        Reason::Repetition | Reason::FiftyTurns | Reason::FiftyMoves => {
            assert!(!exploded, "the quiet was broken");
        }
        other => panic!("{other} is no end of such a game"),
    }
}

/// Kings alone, with one knight, or with bishops of one colour of squares. Portals carry bishops from one colour to the
/// other and mines may decide without a mate, so there one a side is the most; when everything falls, a single bishop is.
fn cannot_mate(table: &Table, board: &Board) -> bool {
    let modes = table.game.modes();
    let men: Vec<(Square, Man)> = board.men().filter(|(_, man)| man.letter != 'K').collect();
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

fn check_marks(table: &Table, effects: &[Effect]) {
    let (game, view) = (&table.game, table.game.view(Viewer::Arbiter));
    let minefield = |at: Square| (2..6).contains(&at.rank());
    assert!((view.mines | view.craters).into_iter().all(minefield), "mines lie on ranks 3 to 6");
    assert!((view.mines & view.craters).is_empty(), "a crater is safe");
    let stays = |from: &Square| game.men().iter().any(|(cell, _)| *cell == Cell::from(*from));
    if game.outcome().is_none_or(|outcome| outcome.reason != Reason::KingMine) {
        let stopped = effects.iter().filter_map(|effect| match *effect {
            Effect::Slide { to, .. } => Square::at(to.file, to.rank),
            _ => None,
        });
        let standing = stopped.filter(stays).find(|&at| view.mines.has(at));
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
            Some(yipan_chess::PortalOwner::Shared) => 1,
            Some(yipan_chess::PortalOwner::Private) => 2,
        };
        assert_eq!(view.portals.len(), pairs, "as many pairs as are played with");
    }
    let mut draws = Vec::new();
    game.draws(&mut draws);
    let free = |draw: Draw| !matches!(draw, Draw::Portal(at) if game.position().at(at).is_some());
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
        let begun =
            matches!(playing::offered(&table.game)[..], [Step::Draw(Draw::Die(_) | Draw::Man(_)), ..]);
        let (mut turn, mut turns) = (DiceTurn::default(), u32::from(begun));
        while let Some(step) = table.choose() {
            check_dice(&table.game, rules);
            let phase = table.game.view(Viewer::Arbiter).dice.map(|dice| dice.phase);
            if let Step::Act(Action::Move(uci) | Action::MoveByWild(uci)) = step {
                let king = table.game.position().at(uci.from).is_some_and(|man| man.kind == Kind::King);
                match phase {
                    Some(Phase::Reply) => turn.replies += 1,
                    Some(Phase::Turn) => {
                        turn.moves += 1;
                        turn.king_moves += u8::from(king);
                    }
                    _ => turn.moves += 1,
                }
            }
            for effect in table.take(step) {
                match effect {
                    Effect::Hand { why: Handover::Turn, .. } => {
                        (turn, turns) = (DiceTurn::default(), turns + 1);
                    }
                    Effect::Hand { why: Handover::Interrupt, .. } => turn.interruptions += 1,
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
    assert!(faces(Face::Wild) <= usize::from(rules.wild) && faces(Face::Kind(Kind::King)) <= 1, "{dice:?}");
    let men =
        dice.dice.iter().filter_map(|die| if let Face::Man(at, _) = die.face { Some(at) } else { None });
    assert_eq!(men.clone().collect::<BTreeSet<_>>().len(), men.count(), "a man is rolled once: {dice:?}");
    let may_reroll =
        dice.phase == Phase::Turn && dice.rerolls[mover.index()] > 0 && dice.dice.iter().all(|die| !die.used);
    assert!(may_reroll || !view.actions.contains(&Action::Reroll), "no throw is left: {dice:?}");
    assert_eq!(mover == dice.owner, dice.phase != Phase::Reply, "{mover:?} moves: {dice:?}");
    if dice.phase != Phase::Turn {
        return;
    }
    assert!(dice.dice.iter().any(|die| die.dead == Some(false) && !die.used), "no die is live: {dice:?}");
    for action in view.actions {
        let (Action::Move(uci) | Action::MoveByWild(uci)) = action else { continue };
        let kind = game.position().at(uci.from).expect("a move moves a man").kind;
        let fits = |face| match face {
            Face::Kind(named) => named == kind && !matches!(action, Action::MoveByWild(_)),
            Face::Man(at, _) => at == uci.from && !matches!(action, Action::MoveByWild(_)),
            Face::Wild => true,
            Face::Blank => false,
        };
        assert!(dice.dice.iter().any(|die| !die.used && fits(die.face)), "no die moves {action}: {dice:?}");
    }
}
