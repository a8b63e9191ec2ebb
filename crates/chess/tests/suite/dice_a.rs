//! 骰子 A: every rolled piece kind is moved, and a check with dice left interrupts 將軍中斷.

use yipan_chess::{BLACK, PieceKind, WHITE};
use yipan_core::{Game, Turn};

use crate::modes::{
    Probability, allows, check, check_actions, check_chance_outcomes, check_effects, check_error,
    check_rolls, dice_stats, play, rolls, start,
};

const TRACE_1: &str = "4k3/p7/8/8/8/8/8/R3KBN1 w - - 0 1 modes=dice-a";
const TRACE_4: &str = "4k3/8/8/8/8/8/8/R1B3K1 w - - 0 1 modes=dice-a";
const TRACE_5: &str = "4k3/8/1r6/3N4/8/8/P6P/5K2 w - - 0 1 modes=dice-a";
const TRACE_7: &str = "3k4/8/8/3bn3/4P3/8/8/K2Q4 w - - 0 1 modes=dice-a";
const TRACE_8: &str = "4k2n/p7/5N2/8/8/8/8/K7 b - - 0 1 modes=dice-a";
/// A rook that checks on h8 and a pawn with nothing in its way.
const ROOK_AND_PAWN: &str = "4k3/8/8/8/8/8/P6R/K7 w - - 0 1 modes=dice-a";

#[test]
fn trace_1_a_check_with_the_second_die_waits_for_the_reply_then_the_third_die_is_played() {
    let roll = "roll knight bishop rook";
    check(TRACE_1, roll, "White plays N B R");
    check(TRACE_1, &format!("{roll}, g1f3"), "White plays (N) B R");
    let interrupted = format!("{roll}, g1f3, f1b5");
    check_effects(TRACE_1, &interrupted, "f1-b5 move, White interrupt, Black reply");
    check(TRACE_1, &interrupted, "Black replies, White saved (N) (B) R");
    let resumed = format!("{interrupted}, e8e7");
    check_effects(TRACE_1, &resumed, "e8-e7 move, White resume");
    check(TRACE_1, &resumed, "White plays (N) (B) R");
    let over = format!("{resumed}, a1a2");
    check_effects(TRACE_1, &over, "a1-a2 move, Black turn");
    check_chance_outcomes(TRACE_1, &over, "die pawn 1/2, die king 1/2");
}

#[test]
fn trace_2_mate_ends_the_game_whatever_dice_are_left() {
    let setup = "7k/8/6K1/8/8/8/P7/1Q1N4 w - - 0 1 modes=dice-a";
    let script = "roll queen knight pawn, b1b8";
    check_effects(setup, script, "b1-b8 move");
    check(setup, script, "White wins by checkmate");
}

#[test]
fn trace_3_a_check_with_the_last_die_is_an_ordinary_change_of_turn_and_only_parriers_are_rolled() {
    // The rook on h8 has moves, but none that answers the pawn on d7.
    let setup = "4k2r/8/5n2/8/3P4/8/P7/K7 w - - 0 1 modes=dice-a";
    let script = "roll pawn pawn pawn, d4d5, d5d6, d6d7";
    check_effects(setup, script, "d6-d7 move, Black turn");
    check_chance_outcomes(setup, script, "die knight 1/2, die king 1/2");
    let black = format!("{script}, roll knight knight king");
    check(setup, &black, "Black plays N N K");
    check_actions(setup, &black, "e8d7 e8d8 e8e7 e8f7 e8f8 f6d7");
}

#[test]
fn trace_4_every_check_with_dice_left_interrupts_again() {
    let script = "roll rook rook bishop, a1a8";
    check(TRACE_4, script, "Black replies, White saved (R) R B");
    let script = format!("{script}, e8e7, a8a7");
    check(TRACE_4, &script, "Black replies, White saved (R) (R) B");
    let script = format!("{script}, e7e6, c1d2");
    check_effects(TRACE_4, &script, "c1-d2 move, Black turn");
    let tallies = dice_stats(TRACE_4, &script);
    assert_eq!((tallies.for_color(WHITE).interruptions, tallies.for_color(BLACK).replies), (2, 2));
}

#[test]
fn trace_5_a_counter_check_that_no_die_parries_leaves_one_emergency_move() {
    let script = "roll knight pawn pawn, d5f6, b6f6";
    check_effects(TRACE_5, script, "xf6 capture, b6-f6 move, White emergency");
    check(TRACE_5, script, "White in emergency");
    check_actions(TRACE_5, script, "f1e1 f1e2 f1g1 f1g2");
    check_effects(TRACE_5, &format!("{script}, f1g2"), "f1-g2 move, Black turn");
}

#[test]
fn trace_6_a_dead_die_that_revives_must_be_played() {
    let setup = "7k/8/8/8/8/1B6/8/RK6 w - - 0 1 modes=dice-a";
    let script = "roll bishop rook king, b3a2";
    check(setup, script, "White plays (B) ~R K");
    let script = format!("{script}, b1c2");
    check(setup, &script, "White plays (B) R (K)");
    check_actions(setup, &script, "a1b1 a1c1 a1d1 a1e1 a1f1 a1g1 a1h1");
    check_effects(setup, &format!("{script}, a1b1"), "a1-b1 move, Black turn");
}

#[test]
fn trace_7_dead_dice_count_for_the_interruption_and_the_reply_may_revive_them() {
    let script = "roll queen pawn pawn, d1d5";
    check_effects(TRACE_7, script, "xd5 capture, d1-d5 move, White interrupt, Black reply");
    let revived = format!("{script}, e5d7");
    check(TRACE_7, &revived, "White plays (Q) P P");
    check_effects(TRACE_7, &format!("{revived}, e4e5, e5e6"), "e5-e6 move, Black turn");
    let dead = format!("{script}, d8c7");
    check_effects(TRACE_7, &dead, "d8-c7 move, White dice-dead, Black turn");
}

#[test]
fn trace_8_when_only_the_king_can_move_the_other_dice_are_rolled_after_it_has() {
    check_chance_outcomes(TRACE_8, "", "die king 1/1");
    check_effects(TRACE_8, "die king", "Black rolls K, Black rolls ?, Black rolls ?");
    check(TRACE_8, "die king", "Black plays K ? ?");
    let moved = "die king, e8e7";
    check_effects(TRACE_8, moved, "e8-e7 move");
    check_rolls(TRACE_8, moved, "N N 1/4, N P 1/4, P N 1/4, P P 1/4");
    check(TRACE_8, &format!("{moved}, roll pawn knight"), "Black plays (K) P N");
}

#[test]
fn a_king_that_uncovers_a_check_has_the_waiting_dice_rolled_then_saved() {
    // The knight on c5 leaves only king moves; each of them off the file is a check by the rook.
    let setup = "4k3/8/8/2n5/4K3/8/8/4R3 w - - 0 1 modes=dice-a";
    check_chance_outcomes(setup, "", "die king 1/1");
    check_chance_outcomes(setup, "die king, e4f4", "die rook 1/1");
    let script = "die king, e4f4, roll rook rook";
    let visible = "e4-f4 move, White rolls R, White rolls R, White interrupt, Black reply";
    check_effects(setup, script, visible);
    check(setup, script, "Black replies, White saved (K) R R");
}

#[test]
fn trace_9_a_lone_king_makes_one_move_a_turn() {
    let setup = "7k/8/8/8/8/8/R7/K7 b - - 0 1 modes=dice-a";
    check(setup, "die king", "Black plays K ? ?");
    check_effects(setup, "die king, h8g8", "h8-g8 move, White turn");
    check_chance_outcomes(setup, "die king, h8g8", "die rook 1/2, die king 1/2");
}

#[test]
fn the_summary_by_position_of_the_die() {
    let first = "roll rook pawn pawn, h2h8";
    check(ROOK_AND_PAWN, first, "Black replies, White saved (R) P P");
    let second = "roll pawn rook pawn, a2a3, h2h8";
    check(ROOK_AND_PAWN, second, "Black replies, White saved (P) (R) P");
    let last = "roll pawn pawn rook, a2a3, a3a4, h2h8";
    check_effects(ROOK_AND_PAWN, last, "h2-h8 move, Black turn");
    check(ROOK_AND_PAWN, last, "chance");
    // Mate on the back rank comes before any interruption.
    let mate = "6k1/5ppp/8/8/8/8/P6R/K3R3 w - - 0 1 modes=dice-a";
    for script in ["roll rook pawn pawn, e1e8", "roll pawn rook rook, a2a3, e1e8"] {
        check_effects(mate, script, "e1-e8 move");
        check(mate, script, "White wins by checkmate");
    }
    // An emergency move that checks is an ordinary end of a turn.
    let emergency = "K3k2r/8/8/8/6N1/8/P6P/3Q4 w - - 0 1 modes=dice-a";
    let script = "roll knight pawn pawn, g4f6, e8e7";
    check(emergency, script, "White in emergency");
    check_effects(emergency, &format!("{script}, d1d8"), "d1-d8 move, Black turn");
    check_chance_outcomes(emergency, &format!("{script}, d1d8"), "die rook 1/2, die king 1/2");
}

#[test]
fn the_reply_is_one_move_of_any_piece_that_ends_the_check() {
    let script = "roll knight bishop rook, g1f3, f1b5";
    check_actions(TRACE_1, script, "e8d8 e8e7 e8f7 e8f8");
    check_error(
        TRACE_1,
        script,
        "a7a6",
        "you are in check from the bishop on b5. Move the king to e7, f7, d8 or f8",
    );
    // No second reply: it is White's turn again.
    let replied = format!("{script}, e8e7");
    check_error(TRACE_1, &replied, "e7e6", "the piece on e7 is not yours; choose one of your own");
}

#[test]
fn a_reply_may_capture_en_passant_and_only_that_reply() {
    let checked = "8/8/8/5k2/3p4/8/4P3/K6R w - - 0 1 modes=dice-a";
    let script = "roll pawn rook rook, e2e4, d4e3";
    check_effects(checked, script, "xe4 en-passant, d4-e3 move, White resume");
    // Another reply was made, so in Black's own turn the pawn on a4 is safe.
    let setup = "4k3/8/8/8/1p6/8/P6P/K5R1 w - - 0 1 modes=dice-a";
    let script = "roll pawn rook pawn, a2a4, g1g8, e8e7, h2h3, roll pawn pawn pawn";
    check_actions(setup, script, "b4b3");
}

#[test]
fn a_check_that_only_en_passant_answers_is_no_mate() {
    let double_step = "8/8/R7/7k/7p/4NN2/6P1/K7 w - - 0 1 modes=dice-a";
    check_actions(double_step, "roll pawn rook rook, g2g4", "h4g3");
    let single_step = "8/8/R7/7k/7p/4NNP1/8/K7 w - - 0 1 modes=dice-a";
    check(single_step, "roll pawn rook rook, g3g4", "White wins by checkmate");
}

#[test]
fn every_pawn_that_made_a_double_step_in_the_turn_may_be_captured_by_the_first_move_of_the_next() {
    let setup = "4k3/7p/8/8/1p6/8/P1P4P/4K3 w - - 0 1 modes=dice-a";
    let script = "roll pawn pawn pawn, a2a4, c2c4, h2h3, roll pawn pawn king";
    check_actions(setup, script, "b4a3 b4b3 b4c3 e8d7 e8d8 e8e7 e8f7 e8f8 h7h5 h7h6");
    check_actions(setup, &format!("{script}, h7h6"), "b4b3 e8d7 e8d8 e8e7 e8f7 e8f8 h6h5");
    // A pawn that went on is not where it could be taken.
    let gone = "roll pawn pawn pawn, a2a4, a4a5, c2c4, roll pawn pawn pawn";
    assert!(!allows(setup, gone, "b4a3") && allows(setup, gone, "b4c3"));
}

#[test]
fn a_reply_that_mates_wins() {
    let setup = "4k3/8/8/q7/8/8/6PP/3R3K w - - 0 1 modes=dice-a";
    check(setup, "roll rook pawn pawn, d1e1, a5e1", "Black wins by checkmate");
}

#[test]
fn a_counter_check_is_parried_with_a_die_if_any_of_them_can() {
    let script = "roll knight king pawn, d5f6, b6f6";
    check_effects(TRACE_5, script, "xf6 capture, b6-f6 move, White resume");
    check(TRACE_5, script, "White plays (N) K ~P");
    check_actions(TRACE_5, script, "f1e1 f1e2 f1g1 f1g2");
    check(TRACE_5, &format!("{script}, f1g2"), "White plays (N) (K) P");
}

#[test]
fn a_turn_has_at_most_one_interruption_less_than_dice() {
    let two = &format!("{TRACE_4} dice=2");
    check(two, "roll rook rook, a1a8, e8e7", "White plays (R) R");
    check_effects(two, "roll rook rook, a1a8, e8e7, a8a7", "a8-a7 move, Black turn");
    let five = &format!("{TRACE_4} dice=5");
    let script = "roll rook rook rook rook rook, a1a8, e8e7, a8a7, e7e6, a7a6, e6e5, a6a5, e5e4, a5a4";
    check_effects(five, script, "a5-a4 move, Black turn");
    assert_eq!(dice_stats(five, script).for_color(WHITE).interruptions, 4);
}

#[test]
fn stalemate_is_judged_only_when_a_turn_starts() {
    // Qg6 leaves the king on h8 without a move.
    let setup = "7k/8/8/8/8/8/P7/KQ6 w - - 0 1 modes=dice-a";
    check(setup, "roll queen pawn pawn, b1g6", "White plays (Q) P P");
    check(setup, "roll queen pawn pawn, b1g6, a2a3, a3a4", "draw by stalemate");
    check_effects(setup, "roll queen pawn queen, b1g6, a2a3, g6f5", "g6-f5 move, Black turn");
    // White, who has no movable die left, has only ended a turn.
    let stuck = "7k/8/8/8/7p/1q6/7P/K7 w - - 0 1 modes=dice-a";
    check_chance_outcomes(stuck, "", "die pawn 1/1");
    check_effects(stuck, "roll pawn pawn pawn, h2h3", "h2-h3 move, White dice-dead, Black turn");
}

#[test]
fn a_player_may_not_pass_while_a_die_is_live_nor_leave_the_king_in_check_between_dice() {
    // The knight is pinned by the rook on e8.
    let setup = "4r2k/8/8/8/8/8/P3N3/4K3 w - - 0 1 modes=dice-a";
    check_chance_outcomes(setup, "", "die pawn 1/2, die king 1/2");
    check_actions(setup, "roll pawn pawn king, a2a3, a3a4", "e1d1 e1d2 e1f1 e1f2");
    check_error(
        setup,
        "roll pawn pawn king",
        "e2c3",
        "that knight is not among the dice; the current dice are: pawn, pawn, king",
    );
    // A rolled piece without such a move is rejected by the rules of chess.
    check_error(setup, "roll pawn pawn king, a2a3", "e1e2", "the path is blocked by the piece on e2");
}

#[test]
fn castling_takes_the_king_s_die_and_no_rook_s() {
    let setup = "4k3/8/8/8/8/8/P7/4K2R w K - 0 1 modes=dice-a";
    check(setup, "roll king rook pawn, e1g1", "White plays (K) R P");
    check_error(
        setup,
        "roll rook rook pawn",
        "e1g1",
        "that king is not among the dice; the current dice are: rook, rook, pawn",
    );
}

#[test]
fn a_promoted_pawn_counts_as_what_it_became() {
    let setup = "8/P7/8/4k3/8/8/7R/K7 w - - 0 1 modes=dice-a";
    check(setup, "roll pawn rook rook, a7a8r, a8b8", "White plays (P) (R) R");
    check(setup, "roll pawn pawn pawn, a7a8r", "chance");
    check_effects(
        setup,
        "roll pawn pawn pawn, a7a8r",
        "a7-a8 move, a8=R promotion, White dice-dead, Black turn",
    );
}

#[test]
fn dice_are_uniform_over_the_types_that_can_move_and_the_king_comes_once() {
    let eighth = |roll: &str| format!("{roll} 1/8");
    let opening = ["N N N", "N N P", "N P N", "N P P", "P N N", "P N P", "P P N", "P P P"].map(eighth);
    check_rolls("startpos modes=dice-a", "", &opening.join(", "));
    let king_and_pawn = "4k3/8/8/8/8/8/P7/K7 w - - 0 1 modes=dice-a";
    check_rolls(king_and_pawn, "", "K P P 1/2, P K P 1/4, P P K 1/8, P P P 1/8");
    check_chance_outcomes(king_and_pawn, "die king", "die pawn 1/1");
}

#[test]
fn the_chance_of_a_king_among_four_types_is_exact() {
    // Pawn, knight, rook and king: without the king each die had three of four chances.
    let rolls = rolls(&start("4k3/8/8/8/8/8/P7/KN5R w - - 0 1 modes=dice-a"));
    let sum = |kings: usize| {
        let of = rolls.iter().filter(|(roll, _)| roll.matches('K').count() == kings);
        of.fold(Probability(0, 1), |sum, (_, share)| sum.plus(*share))
    };
    assert_eq!(
        (sum(0), sum(1), sum(2), sum(3)),
        (Probability(27, 64), Probability(37, 64), Probability(0, 1), Probability(0, 1))
    );
    assert_eq!(rolls["K N N"], Probability(1, 36));
    assert_eq!(rolls["N K N"], Probability(1, 48));
    assert_eq!(rolls["N N K"], Probability(1, 64));
}

#[test]
fn two_to_five_dice_are_rolled_and_fewer_in_the_first_turn_if_configured() {
    for (count, letters) in [(2, "P P"), (3, "P P P"), (4, "P P P P"), (5, "P P P P P")] {
        let script = format!("roll {}", "pawn ".repeat(count));
        check(&format!("startpos modes=dice-a dice={count}"), &script, &format!("White plays {letters}"));
    }
    let setup = "startpos modes=dice-a dice=4 first_turn_dice=1";
    check(setup, "die pawn", "White plays P");
    check_effects(setup, "die pawn, e2e4", "e2-e4 move, Black turn");
    check(setup, "die pawn, e2e4, roll pawn pawn pawn knight", "Black plays P P P N");
    let second = "die pawn, e2e4, roll pawn pawn pawn knight, a7a6, b7b6, c7c6, g8f6";
    assert_eq!(play(setup, &format!("{second}, roll pawn pawn pawn")).turn(), Turn::Chance);
    check(setup, &format!("{second}, roll pawn pawn pawn pawn"), "White plays P P P P");
}

#[test]
fn the_dice_stats_of_a_scripted_game_are_right() {
    // White may move pawn or king, so each die is a king with probability one half, until one is.
    let script =
        "roll pawn king pawn, a2a3, a1b2, a3a4, die king, e8e7, roll pawn pawn pawn, a4a5, a5a6, a6a7";
    let setup = "4k3/8/8/8/8/8/P7/K7 w - - 0 1 modes=dice-a";
    let tallies = dice_stats(setup, script);
    let (white, black) = (tallies.for_color(WHITE), tallies.for_color(BLACK));
    let (pawn, king) = (PieceKind::Pawn as usize, PieceKind::King as usize);
    assert_eq!((white.rolled[pawn], white.rolled[king], white.used, white.dead), (5, 1, 6, 0));
    // 1/2 and 1/2 and 1 for the first roll, three times 1/2 for the second.
    assert_eq!((white.expected[pawn], white.expected[king]), (3.5, 2.5));
    assert_eq!((black.rolled[king], black.expected[king], black.used), (1, 1.0, 1));
    // Two pawn dice are lost in the emergency of trace 5; a reply uses no die.
    let tallies = dice_stats(TRACE_5, "roll knight pawn pawn, d5f6, b6f6, f1g2");
    let white = tallies.for_color(WHITE);
    assert_eq!((white.used, white.dead, white.interruptions, tallies.for_color(BLACK).used), (1, 2, 1, 0));
    // And two are lost on resuming in trace 7.
    let tallies = dice_stats(TRACE_7, "roll queen pawn pawn, d1d5, d8c7");
    assert_eq!(
        (tallies.for_color(WHITE).used, tallies.for_color(WHITE).dead, tallies.for_color(BLACK).replies),
        (1, 2, 1)
    );
}

#[test]
fn dice_are_rerolled_only_before_the_first_move_of_one_s_own_turn() {
    let late = "dice can be rolled again only before the first move of a turn, and only if the result could differ; \
                re-rolls left: 1";
    let spent = "you have no re-rolls left; play the dice you have";
    let setup = "startpos modes=dice-a rerolls=1";
    let roll = "roll pawn pawn knight";
    assert!(allows(setup, roll, "reroll"));
    check_error(setup, "", "reroll", "a chance event is pending; apply its outcome before the next action");
    check_effects(setup, &format!("{roll}, reroll"), "White reroll");
    check_chance_outcomes(setup, &format!("{roll}, reroll"), "die pawn 1/2, die knight 1/2");
    let again = format!("{roll}, reroll, {roll}");
    check(setup, &again, "White plays P P N");
    check_error(setup, &again, "reroll", spent);
    check_error(setup, &format!("{roll}, e2e4"), "reroll", late);
    // The opponent has their own re-roll.
    assert!(allows(setup, &format!("{again}, e2e4, d2d4, g1f3, {roll}"), "reroll"));
    check_error("startpos modes=dice-a", roll, "reroll", spent);
    let statistics = dice_stats(setup, &again);
    assert_eq!((statistics.for_color(WHITE).rerolls, statistics.for_color(WHITE).dead), (1, 0));

    // Not in a reply, on resuming or in an emergency.
    let trace_1 = &format!("{TRACE_1} rerolls=1");
    check_error(trace_1, "roll knight bishop rook, g1f3, f1b5", "reroll", late);
    check_error(trace_1, "roll knight bishop rook, g1f3, f1b5, e8e7", "reroll", late);
    let trace_5 = &format!("{TRACE_5} rerolls=1");
    check_error(trace_5, "roll knight pawn pawn, d5f6, b6f6", "reroll", late);
    // The replying player is shown their own re-rolls, not those of the opponent.
    let white_spent = "roll rook rook rook, reroll, roll knight bishop rook, g1f3, f1b5";
    check_error(trace_1, white_spent, "reroll", late);
}

#[test]
fn dice_are_not_rerolled_where_that_can_change_nothing() {
    let only_king = &format!("{TRACE_8} rerolls=1");
    assert!(!allows(only_king, "die king", "reroll"));
    let only_pawns = "7k/8/8/8/7p/1q6/7P/K7 w - - 0 1 modes=dice-a rerolls=1";
    assert!(!allows(only_pawns, "roll pawn pawn pawn", "reroll"));
    // A wild die could come instead of a pawn.
    assert!(allows(&format!("{only_pawns} wild=yes"), "roll pawn pawn pawn", "reroll"));
}

#[test]
fn each_die_is_wild_by_one_in_six_but_at_most_one_is() {
    let setup = "startpos modes=dice-a wild=yes";
    check_chance_outcomes(setup, "", "die pawn 5/12, die knight 5/12, die wild 1/6");
    check_chance_outcomes(setup, "die wild", "die pawn 1/2, die knight 1/2");
    check_chance_outcomes(setup, "die pawn", "die pawn 5/12, die knight 5/12, die wild 1/6");
    let rolls = rolls(&start(setup));
    let sum = |wild: usize| {
        let of = rolls.iter().filter(|(roll, _)| roll.matches('*').count() == wild);
        of.fold(Probability(0, 1), |sum, (_, share)| sum.plus(*share))
    };
    assert_eq!((sum(0), sum(1), sum(2)), (Probability(125, 216), Probability(91, 216), Probability(0, 1)));
    // Dice that waited for the king may be wild too.
    let waited = &format!("{TRACE_8} wild=yes");
    check_chance_outcomes(waited, "die king, e8e7", "die pawn 5/12, die knight 5/12, die wild 1/6");
}

#[test]
fn a_wild_die_moves_any_piece_and_an_ordinary_one_is_spent_first() {
    let setup = "startpos modes=dice-a wild=yes";
    check(setup, "roll wild pawn pawn, g1f3", "White plays (*) P P");
    check(setup, "roll wild pawn pawn, e2e4", "White plays * (P) P");
    check(setup, "roll wild pawn pawn, e2e4*", "White plays (*) P P");
    let no_wild = "there is no wild die for this move; remove the `*`";
    check_error(setup, "roll pawn pawn pawn", "e2e4*", no_wild);
    check_error(setup, "roll wild pawn pawn, e2e4*", "d2d4*", no_wild);
    assert_eq!(dice_stats(setup, "roll wild pawn pawn").for_color(WHITE).wild, 1);
}

#[test]
fn the_king_moves_once_a_turn_also_by_the_wild_die() {
    let setup = "7k/8/8/8/8/8/P7/K7 w - - 0 1 modes=dice-a wild=yes";
    let once = "the king has already moved in this turn; move another piece";
    check(setup, "roll king wild pawn, a1b1", "White plays (K) * P");
    check_error(setup, "roll king wild pawn, a1b1", "b1b2", once);
    check(setup, "roll king wild pawn, a1b1*", "White plays ~K (*) P");
    check_actions(setup, "roll king wild pawn, a1b1*", "a2a3 a2a4");
    // With the pawn stopped by the one on h4, nothing but a second king move is left to the wild die.
    let blocked = "7k/8/8/8/7p/8/7P/K7 w - - 0 1 modes=dice-a wild=yes";
    check_effects(blocked, "roll wild king pawn, h2h3, a1b1", "a1-b1 move, White dice-dead, Black turn");
}

#[test]
fn only_the_pending_chance_event_is_accepted() {
    let setup = "startpos modes=dice-a";
    check_error(setup, "", "e2e4", "a chance event is pending; apply its outcome before the next action");
    check_error(setup, "", "die queen", "`die queen` is not possible now; a possible outcome is `die pawn`");
    check_error(
        setup,
        "roll pawn pawn pawn",
        "die pawn",
        "`die pawn` is not possible: no chance event is pending; send an action instead",
    );
}
