//! 骰子 B: one of the rolled pieces is moved.

use yipan_chess::{BLACK, ChanceEvent, ChessSetup, PieceKind, WHITE};
use yipan_core::{Game, Language, Localize, Turn, Viewer};

use crate::modes::{
    Probability, allows, chance_outcomes, check, check_actions, check_chance_outcomes, check_effects,
    check_error, dice_stats, error_of, play, rolls, start,
};

const OPENING: &str = "startpos modes=dice-b";
/// Two pawns and the king can move; the pawn on h2 is blocked.
const THREE_PIECES: &str = "7k/8/8/8/8/7p/P1P4P/K7 w - - 0 1 modes=dice-b";

#[test]
fn three_distinct_pieces_are_rolled_from_those_that_can_move() {
    let pieces = ["b1", "g1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"];
    let with = |share: &str, without: &[&str]| {
        let left = pieces.iter().filter(|piece| !without.contains(piece));
        left.map(|piece| format!("die {piece} {share}")).collect::<Vec<_>>().join(", ")
    };
    check_chance_outcomes(OPENING, "", &with("1/10", &[]));
    check_chance_outcomes(OPENING, "die e2", &with("1/9", &["e2"]));
    check_chance_outcomes(OPENING, "roll e2 g1", &with("1/8", &["e2", "g1"]));
    check(OPENING, "roll e2 g1 b1", "White plays Pe2 Ng1 Nb1");
}

#[test]
fn every_set_of_three_out_of_four_pieces_is_as_likely_as_any_other() {
    let rolls = rolls(&start("7k/8/8/8/8/7p/P1P1P2P/K7 w - - 0 1 modes=dice-b"));
    assert_eq!(rolls.len(), 24);
    assert!(rolls.values().all(|&share| share == Probability(1, 24)));
    let without_king = rolls.iter().filter(|(roll, _)| !roll.contains("a1"));
    let sum = without_king.fold(Probability(0, 1), |sum, (_, share)| sum.plus(*share));
    assert_eq!(sum, Probability(1, 4));
}

#[test]
fn if_there_are_no_more_pieces_than_dice_all_are_shown() {
    check(THREE_PIECES, "", "White plays Ka1 Pa2 Pc2");
    check_effects(THREE_PIECES, "a2a3", "a2-a3 move, Black turn, Black rolls Kh8");
    check(THREE_PIECES, "a2a3", "Black plays Kh8");
}

#[test]
fn only_a_rolled_piece_moves_and_the_error_lists_the_dice() {
    let script = "roll a2 b1 g1";
    check_actions(OPENING, script, "a2a3 a2a4 b1a3 b1c3 g1f3 g1h3");
    check_error(
        OPENING,
        script,
        "e2e4",
        "that pawn is not among the dice; the current dice are: pawn a2, knight b1, knight g1",
    );
    let result = error_of(OPENING, script, "e2e4");
    let words = result.localize(Language::Traditional);
    assert_eq!(words, "這枚兵不在骰子之中；當前骰子為：兵 a2、騎士 b1、騎士 g1");
    assert!(result.localize(Language::Simplified).contains("当前骰子为"));
}

#[test]
fn one_piece_moves_then_the_other_side_gets_a_new_roll() {
    let script = "roll a2 b1 g1, g1f3";
    check_effects(OPENING, script, "g1-f3 move, Black turn");
    let offered = chance_outcomes(&play(OPENING, script));
    assert_eq!(offered.len(), 10);
    assert!(offered.iter().all(|&(event, share)| {
        share == Probability(1, 10) && matches!(event, ChanceEvent::DiePiece(at) if at.rank() >= 6)
    }));
    check(OPENING, &format!("{script}, roll b8 e7 d7"), "Black plays Nb8 Pe7 Pd7");
}

#[test]
fn pinned_and_blocked_pieces_are_never_rolled() {
    // The knight is pinned by the rook on e8, the pawn on h2 is blocked.
    check("4r2k/8/8/8/8/7p/P3N2P/4K3 w - - 0 1 modes=dice-b", "", "White plays Ke1 Pa2");
}

#[test]
fn in_check_only_pieces_that_parry_are_rolled() {
    let setup = "4r2k/8/8/8/8/2N5/P7/4K3 w - - 0 1 modes=dice-b";
    check(setup, "", "White plays Ke1 Nc3");
    check_actions(setup, "", "c3e2 c3e4 e1d1 e1d2 e1f1 e1f2");
}

#[test]
fn a_check_never_interrupts() {
    let setup = "4k3/8/8/8/8/8/P6R/K7 w - - 0 1 modes=dice-b";
    check(setup, "", "White plays Ka1 Pa2 Rh2");
    check_effects(setup, "h2h8", "h2-h8 move, Black turn, Black rolls Ke8");
}

#[test]
fn mate_and_stalemate_come_before_any_roll_and_do_not_look_at_dice() {
    check("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1 modes=dice-b", "b1b8", "White wins by checkmate");
    check("7k/8/8/8/8/8/P7/KQ6 w - - 0 1 modes=dice-b", "b1g6", "draw by stalemate");
}

#[test]
fn castling_needs_the_king_among_the_dice_and_not_the_rook() {
    let setup = "4k3/8/8/8/8/8/PPP5/4K2R w K - 0 1 modes=dice-b";
    assert!(allows(setup, "roll e1 a2 b2", "e1g1"));
    check_error(
        setup,
        "roll h1 a2 b2",
        "e1g1",
        "that king is not among the dice; the current dice are: rook h1, pawn a2, pawn b2",
    );
}

#[test]
fn promotion_and_en_passant_need_the_pawn_among_the_dice() {
    let passing = "4k3/8/8/3pP3/8/8/PP6/K6R w - d6 0 2 modes=dice-b";
    assert!(allows(passing, "roll e5 a2 b2", "e5d6"));
    assert!(!allows(passing, "roll h1 a2 b2", "e5d6"));
    let promotion = "7k/2P5/8/8/8/8/PP6/K5R1 w - - 0 1 modes=dice-b";
    assert!(allows(promotion, "roll c7 a2 b2", "c7c8q"));
    assert!(!allows(promotion, "roll g1 a2 b2", "c7c8q"));
}

#[test]
fn two_to_five_pieces_are_rolled_and_fewer_in_the_first_turn_if_configured() {
    check(&format!("{OPENING} dice=2"), "roll a2 b2", "White plays Pa2 Pb2");
    check(&format!("{OPENING} dice=5"), "roll a2 b2 c2 d2 e2", "White plays Pa2 Pb2 Pc2 Pd2 Pe2");
    let setup = &format!("{OPENING} first_turn_dice=1");
    check(setup, "die a2", "White plays Pa2");
    assert_eq!(play(setup, "die a2, a2a3, roll a7 b7").turn(), Turn::Chance);
    check(setup, "die a2, a2a3, roll a7 b7 c7", "Black plays Pa7 Pb7 Pc7");
}

#[test]
fn an_invalid_option_is_rejected_with_the_valid_ones() {
    let words = |setup: &str| setup.parse::<ChessSetup>().expect_err(setup).localize(Language::English);
    for (setup, actual) in [
        ("startpos modes=dice-a dice=1", "`dice=1` is not valid; use 2, 3, 4 or 5"),
        ("startpos modes=dice-b dice=6", "`dice=6` is not valid; use 2, 3, 4 or 5"),
        (
            "startpos modes=dice-a first_turn_dice=4",
            "`first_turn_dice=4` is not valid; use 1 or more, and no more than `dice`",
        ),
        ("startpos modes=dice-a rerolls=4", "`rerolls=4` is not valid; use 0, 1, 2 or 3"),
        ("startpos modes=dice-a,dice-b", "dice-a and dice-b are two rule sets of the same mode; choose one"),
        (
            "startpos modes=fog dice=3",
            "`dice=3` belongs to dice (all of them), which is not active; add mode dice-a",
        ),
    ] {
        assert_eq!(words(setup), actual, "{setup}");
    }
}

#[test]
fn pieces_are_rerolled_from_all_that_can_move_and_only_where_that_can_change_something() {
    let setup = &format!("{OPENING} rerolls=2");
    check_effects(setup, "roll a2 b2 c2, reroll", "White reroll");
    assert_eq!(chance_outcomes(&play(setup, "roll a2 b2 c2, reroll")).len(), 10);
    let twice = "roll a2 b2 c2, reroll, roll a2 b2 c2, reroll, roll b1 g1 e2";
    check_error(setup, twice, "reroll", "you have no re-rolls left; play the dice you have");
    assert_eq!(dice_stats(setup, twice).for_color(WHITE).rerolls, 2);
    assert!(!allows(&format!("{THREE_PIECES} rerolls=1"), "", "reroll"));
}

#[test]
fn a_wild_die_moves_any_piece_that_can_move() {
    let setup = &format!("{OPENING} wild=yes");
    let of = |script: &str, event: ChanceEvent| {
        chance_outcomes(&play(setup, script))
            .into_iter()
            .find(|(offered, _)| *offered == event)
            .map(|(_, share)| share)
    };
    let e2 = ChanceEvent::DiePiece("e2".parse().expect("a square"));
    assert_eq!(
        (of("", e2), of("", ChanceEvent::WildDie)),
        (Some(Probability(1, 12)), Some(Probability(1, 6)))
    );
    assert_eq!(
        (of("die a2", e2), of("die a2", ChanceEvent::WildDie)),
        (Some(Probability(5, 54)), Some(Probability(1, 6)))
    );
    assert_eq!((of("die wild", e2), of("die wild", ChanceEvent::WildDie)), (Some(Probability(1, 10)), None));
    check_effects(setup, "roll wild a2 b2, g1f3", "g1-f3 move, Black turn");
    assert!(!allows(setup, "roll wild a2 b2", "a1a2"));
    // All pieces are shown if there are no more than dice, so a wild die has nothing to add.
    check(&format!("{THREE_PIECES} wild=yes"), "", "White plays Ka1 Pa2 Pc2");
}

#[test]
fn the_count_of_pieces_rolled_is_by_type() {
    let dice_stats = dice_stats(OPENING, "roll a2 b1 g1, g1f3");
    let white = dice_stats.for_color(WHITE);
    let (pawn, knight) = (PieceKind::Pawn as usize, PieceKind::Knight as usize);
    assert_eq!((white.rolled[pawn], white.rolled[knight], white.used, white.dead), (1, 2, 1, 0));
    // 8 of 10 pieces are pawns, then 7 of 9, then 7 of 8.
    let expected = 8.0 / 10.0 + 7.0 / 9.0 + 7.0 / 8.0;
    assert!((white.expected[pawn] - expected).abs() < 1e-12);
    assert!((white.expected[knight] - (3.0 - expected)).abs() < 1e-12);
}

#[test]
fn dice_shown_at_the_start_without_a_chance_event_are_counted() {
    let lone_kings = "7k/8/8/8/8/8/p6P/K7 w - - 0 1 modes=dice-b";
    let dice_stats = dice_stats(lone_kings, "a1b2, h8g7, b2c3");
    let white = dice_stats.for_color(WHITE);
    let (pawn, king) = (PieceKind::Pawn as usize, PieceKind::King as usize);
    assert_eq!((white.rolled[king], white.rolled[pawn], white.used), (2, 2, 2));
    assert_eq!((white.expected[king], white.expected[pawn]), (2.0, 2.0));
}

#[test]
fn the_dice_belong_to_the_side_that_begins_while_mines_and_portals_are_placed() {
    for (side, owner) in [("w", WHITE), ("b", BLACK)] {
        let setup =
            format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {side} KQkq - 0 1 modes=dice-b,portals");
        let dice = start(&setup).view(Viewer::Arbiter).dice.expect("dice are played");
        assert_eq!(dice.owner, owner, "{setup}");
    }
}
