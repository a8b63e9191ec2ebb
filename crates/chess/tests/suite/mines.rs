//! 踩地雷: hidden squares destroy the first piece that stops there.

use yipan_chess::{BLACK, Bitboard, ChanceEvent, PieceKind, Square, WHITE};
use yipan_core::{Game, Turn, Viewer};

use crate::modes::{
    Probability, allows, chance_outcomes, check, check_board, check_effects, check_error, play, squares,
    start, visible_effects,
};

const START: &str = "startpos modes=mines";
/// A rook between its king and the rook that would check it.
const BLOCKER: &str = "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1";

#[test]
fn four_or_five_mines_lie_on_the_four_middle_ranks_each_alike() {
    crate::modes::check_chance_outcomes(START, "", "mines 4 1/2, mines 5 1/2");
    let middle: Vec<Square> = Square::all().filter(|square| (2..6).contains(&square.rank())).collect();
    let offered = |script: &str| chance_outcomes(&play(START, script));
    assert_eq!(
        offered("mines 4"),
        middle.iter().map(|&at| (ChanceEvent::Mine(at), Probability(1, 32))).collect::<Vec<_>>()
    );
    let second = offered("mines 4, mine c4");
    assert_eq!(second.len(), 31);
    assert!(
        second.iter().all(|&(event, share)| share == Probability(1, 31) && event.to_string() != "mine c4")
    );
    assert_eq!(play(START, "mines 4, mine a3, mine b3, mine c3, mine d3").turn(), Turn::Player(WHITE));
    assert_eq!(play(START, "mines 5, mine a3, mine b3, mine c3, mine d3").turn(), Turn::Chance);
    check(START, "lay a3 b3 c3 d3 e3", "White moves");
}

#[test]
fn a_portal_may_lie_on_a_mine() {
    let setup = "startpos modes=mines,portals";
    let offered = chance_outcomes(&play(setup, "lay c3 d4 e5 f6"));
    assert_eq!(offered.len(), 32);
    assert!(offered.contains(&(ChanceEvent::Portal("d4".parse().expect("a square")), Probability(1, 32))));
}

#[test]
fn no_viewer_sees_a_mine_before_it_explodes_or_the_game_ends() {
    let game = play(START, "lay c3 d4 e5 f6");
    for viewer in [Viewer::Player(WHITE), Viewer::Player(BLACK), Viewer::Spectator] {
        assert_eq!(game.view(viewer).mines, Bitboard::EMPTY);
        assert_eq!(game.view(viewer), play(START, "lay a6 b6 g3 h3").view(viewer));
        assert_eq!(visible_effects(START, "mines 4, mine c3", viewer), "");
    }
    assert_eq!(game.view(Viewer::Arbiter).mines, squares("c3 d4 e5 f6"));
    // The king steps on one: the others are revealed.
    let over = play("4k3/8/8/8/8/8/4K3/R7 w - - 0 1 modes=mines", "lay e3 a4 b4 c4, e2e3");
    for viewer in [Viewer::Player(WHITE), Viewer::Player(BLACK), Viewer::Spectator] {
        let view = over.view(viewer);
        assert_eq!((view.mines, view.craters), (squares("a4 b4 c4"), squares("e3")));
    }
}

#[test]
fn a_piece_that_stops_on_a_mine_is_lost_with_it_and_passing_over_is_safe() {
    check_effects(START, "lay e4 d4 f4 g4, e2e4", "e2-e4 move, xe4 mine, e4 crater");
    check(START, "lay e4 d4 f4 g4, e2e4", "Black moves");
    check_effects(START, "lay e3 d4 f4 g4, e2e4", "e2-e4 move");
    let losses = play(START, "lay e4 d4 f4 g4, e2e4").view(Viewer::Player(BLACK)).lost_pieces;
    assert_eq!((losses.exploded(WHITE, PieceKind::Pawn), losses.captured(WHITE, PieceKind::Pawn)), (1, 0));
    // No pawn on e4 can be captured en passant.
    let passing = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 modes=mines";
    assert!(!allows(passing, "lay e4 a4 b4 g4, e2e4", "d4e3"));
}

#[test]
fn a_crater_is_public_and_safe() {
    let script = "lay e4 d4 f4 g4, e2e4";
    assert_eq!(play(START, script).view(Viewer::Player(BLACK)).craters, squares("e4"));
    let again = "lay e3 a4 f4 g4, e2e3, a7a6, d2d4, a6a5, c1e3";
    check_effects(START, again, "c1-e3 move");
}

#[test]
fn a_capture_on_a_mine_removes_both() {
    let setup = "4k3/8/8/3p4/4P3/8/8/4K2R w - - 0 1 modes=mines";
    let script = "lay d5 a4 b4 c4, e4d5";
    check_effects(setup, script, "xd5 capture, e4-d5 move, xd5 mine, d5 crater");
    let losses = play(setup, script).view(Viewer::Player(WHITE)).lost_pieces;
    assert_eq!((losses.captured(BLACK, PieceKind::Pawn), losses.exploded(WHITE, PieceKind::Pawn)), (1, 1));
    let passing = "4k3/8/8/3pP3/8/8/8/4K2R w - d6 0 2 modes=mines";
    check_effects(passing, "lay d6 a4 b4 c4, e5d6", "xd5 en-passant, e5-d6 move, xd6 mine, d6 crater");
}

#[test]
fn a_king_that_steps_on_a_mine_loses_at_once() {
    let setup = "4k3/8/8/8/8/8/4K3/R7 w - - 0 1 modes=mines";
    check_effects(setup, "lay e3 a4 b4 c4, e2e3", "e2-e3 move, xe3 mine, e3 crater");
    check(setup, "lay e3 a4 b4 c4, e2e3", "Black wins by king-mine");
    let dice = "4k3/8/8/8/8/8/4K3/R7 w - - 0 1 modes=mines,dice-a";
    check(dice, "lay e3 a4 b4 c4, roll king rook rook, e2e3", "Black wins by king-mine");
}

#[test]
fn a_king_that_is_gone_is_not_in_check() {
    let setup = "r3k3/8/8/8/8/8/4K3/7R w - - 0 1 modes=mines";
    let game = play(setup, "lay e3 a4 b4 c4, e2e3");
    assert!(!game.in_check());
    assert!(!game.view(Viewer::Player(WHITE)).in_check);
}

#[test]
fn what_is_legal_does_not_look_at_mines() {
    // The king's only step leads onto a mine: it is a move, so this is no stalemate.
    let setup = "3rkr2/8/8/8/8/8/4K3/q7 w - - 0 1 modes=mines";
    crate::modes::check_actions(setup, "lay e3 a4 b4 c4", "e2e3");
    check(setup, "lay e3 a4 b4 c4, e2e3", "Black wins by king-mine");
}

#[test]
fn a_blocker_that_explodes_leaves_an_exposed_king_which_loses() {
    let setup = &format!("{BLOCKER} modes=mines");
    assert!(allows(setup, "lay e4 a4 b4 c4", "e2e4"));
    check_effects(setup, "lay e4 a4 b4 c4, e2e4", "e2-e4 move, xe4 mine, e4 crater");
    check(setup, "lay e4 a4 b4 c4, e2e4", "Black wins by king-exposed");
    check(&format!("{BLOCKER} modes=mines,dice-b"), "lay e4 a4 b4 c4, e2e4", "Black wins by king-exposed");
}

#[test]
fn an_exposed_king_comes_before_a_check_or_mate_that_the_same_explosion_gives() {
    let position = "4r3/8/8/8/R3p2k/4R3/8/4K3 w - - 0 1";
    check(&format!("{position} modes=mines"), "lay e4 a3 b3 c3, e3e4", "Black wins by king-exposed");
    let dice = "lay e4 a3 b3 c3, roll rook king rook, e3e4";
    check(&format!("{position} modes=mines,dice-a"), dice, "Black wins by king-exposed");
}

#[test]
fn with_dice_an_exposed_king_may_be_saved_by_a_live_die_and_by_nothing_else() {
    let setup = &format!("{BLOCKER} modes=mines,dice-a");
    let saved = "lay e4 a4 b4 c4, roll rook king rook, e2e4";
    check(setup, saved, "White plays (R) K ~R");
    crate::modes::check_actions(setup, saved, "e1d1 e1d2 e1f1 e1f2");
    check_effects(setup, &format!("{saved}, e1d1"), "e1-d1 move, White dice-dead, Black turn");
    let lost = "lay e4 a4 b4 c4, roll rook rook rook, e2e4";
    check(setup, lost, "Black wins by king-exposed");
}

#[test]
fn an_explosion_spends_the_die_and_a_type_may_die_out() {
    let setup = "7k/8/8/8/8/8/4R3/K7 w - - 0 1 modes=mines,dice-a";
    let script = "lay e4 a4 b4 c4, roll rook rook rook, e2e4";
    check_effects(setup, script, "e2-e4 move, xe4 mine, e4 crater, White dice-dead");
    check(setup, script, "draw by insufficient-material");
}

#[test]
fn an_explosion_that_uncovers_a_check_is_a_check_by_the_mover() {
    let setup = "8/8/8/8/R3p2k/3B4/8/4K3 w - - 0 1 modes=mines,dice-a";
    let script = "lay e4 a3 b3 c3, roll bishop rook rook, d3e4";
    let visible = "xe4 capture, d3-e4 move, xe4 mine, e4 crater, White interrupt, Black reply";
    check_effects(setup, script, visible);
    check(setup, script, "Black replies, White saved (B) R R");
}

#[test]
fn a_reply_or_an_emergency_move_that_exposes_its_own_king_loses() {
    // Black answers the rook's check on the file with a rook that explodes.
    let setup = "4k3/r7/8/8/8/8/P7/K6R w - - 0 1 modes=mines,dice-a";
    let script = "lay e6 a4 b4 c4, roll rook pawn pawn, h1e1";
    check(setup, script, "Black replies, White saved (R) P P");
    check_effects(setup, &format!("{script}, a7e7"), "a7-e7 move, White resume");
    let mined = "4k3/8/r7/8/8/8/P7/1K5R w - - 0 1 modes=mines,dice-a";
    check(mined, &format!("{script}, a6e6"), "White wins by king-exposed");
}

#[test]
fn a_mine_at_the_entry_comes_first_and_one_at_the_exit_after() {
    let setup = "startpos modes=mines,portals";
    let entry = "lay e4 a4 b4 c4, pair e4 a5, e2e4";
    check_effects(setup, entry, "e2-e4 move, xe4 mine, e4 crater");
    check(setup, entry, "Black moves");
    let exit = "lay a5 a4 b4 c4, pair e4 a5, e2e4";
    check_effects(setup, exit, "e2-e4 move, e4-a5 portal, xa5 mine, a5 crater, e4 no portal, a5 no portal");
    check(setup, exit, "chance");
}

#[test]
fn one_move_is_resolved_in_one_order() {
    let setup = "7k/7P/7n/8/8/8/8/7K w - - 0 1 modes=gravity,portals,mines portals=private";
    let script = "lay h5 a3 a4 b4, pair g8 d5, pair a6 b6, h1h2, h6g8, h7g8q";
    let visible = "xg8 capture, h7-g8 move, g8=Q promotion, g8-d5 portal, d5-h5 gravity, xh5 mine, h5 crater, \
                d5 no White portal, g8 no White portal";
    check_effects(setup, script, visible);
    check(setup, &format!("{script}, pair a1 b1"), "draw by insufficient-material");
}

#[test]
fn with_gravity_a_mine_explodes_under_the_square_where_a_piece_rests() {
    let setup = "startpos modes=gravity,mines";
    // Landing is a stop; falling over a mine is not.
    check_board(setup, "lay e4 a3 b3 c3, e2e4", "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR");
    check_board(setup, "lay f4 g4 b3 c3, e2e4", "rnbqkbnr/pppppppp/8/8/7P/8/1PPPPPPP/RNBQKBNR");
    check_board(setup, "lay h4 g4 b3 c3, e2e4", "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR");
}

#[test]
fn pieces_that_stop_together_are_resolved_one_by_one_with_gravity_in_between() {
    // The second knight stopped on g4, but before its turn came the first explosion let it fall to h4.
    let setup = "7k/7p/8/8/5nnR/8/8/7K w - - 0 1 modes=gravity,mines";
    let visible = "h4-h5 move, g4-h4 gravity, f4-g4 gravity, xh4 mine, h4 crater, g4-h4 gravity";
    check_effects(setup, "lay g4 h4 a3 b3, h4h5", visible);
    // The lower rank is processed first.
    let ranks = "7k/7p/8/8/6nN/8/7P/7K w - - 0 1 modes=gravity,mines";
    let visible = "h4-g6 move, g4-h4 gravity, g6-h6 gravity, xh4 mine, h4 crater, xh6 mine, h6 crater";
    check_effects(ranks, "lay h4 h6 a3 b3, h4g6", visible);
}

#[test]
fn gravity_that_slides_the_enemy_king_onto_a_mine_wins() {
    let setup = "8/8/8/6kN/8/8/8/7K w - - 0 1 modes=gravity,mines";
    check_effects(
        setup,
        "lay h5 a3 b3 c3, h5g7",
        "h5-g7 move, g5-h5 gravity, g7-h7 gravity, xh5 mine, h5 crater",
    );
    check(setup, "lay h5 a3 b3 c3, h5g7", "White wins by king-mine");
}

#[test]
fn of_two_kings_on_mines_the_first_explosion_decides() {
    let mines = "lay h4 f4 a3 b3, h4g6";
    check("8/8/8/8/4KPkN/8/8/8 w - - 0 1 modes=gravity,mines", mines, "White wins by king-mine");
    check("8/8/8/8/4kPKN/8/8/8 w - - 0 1 modes=gravity,mines", mines, "Black wins by king-mine");
}

#[test]
fn an_enemy_piece_that_slides_onto_a_mine_may_expose_the_mover_s_king() {
    let setup = "6rk/8/8/5nNp/8/8/8/6KR w - - 0 1 modes=gravity,mines";
    check(setup, "lay a3 b3 c3 d3, g5h3", "Black moves");
    check(setup, "lay g5 a3 b3 c3, g5h3", "Black wins by king-exposed");
}

#[test]
fn fifty_turns_a_side_without_capture_pawn_move_or_explosion_are_a_draw() {
    let quiet = "7k/8/8/8/8/8/R7/K7 w - - 99 80 modes=mines";
    check(quiet, "lay b3 c3 d3 e3, a2b2", "draw by fifty-turns");
    check("7k/8/8/8/8/8/RN6/K7 w - - 99 80 modes=mines", "lay a4 b3 d3 e3, b2a4", "Black moves");
    // With dice a turn of three moves is one turn.
    let dice = "7k/8/8/8/8/8/R7/K7 w - - 98 80 modes=dice-a";
    let turn = "roll rook rook king, a2b2, b2c2, a1b1";
    check(dice, turn, "chance");
    check(dice, &format!("{turn}, die king, h8g7"), "draw by fifty-turns");
}

#[test]
fn a_mine_count_shows_the_owner_of_a_piece_that_stopped_safely_how_many_mines_are_adjacent() {
    let setup = "startpos modes=mines mine_hints=yes";
    let script = "lay d3 e3 f5 a6, e2e4";
    assert_eq!(visible_effects(setup, script, Viewer::Player(WHITE)), "e2-e4 move, e4 White hint 3");
    assert_eq!(visible_effects(setup, script, Viewer::Player(BLACK)), "e2-e4 move");
    let game = play(setup, script);
    assert_eq!(game.view(Viewer::Player(WHITE)).mine_counts, [("e4".parse().expect("a square"), 3)]);
    assert_eq!(game.view(Viewer::Player(BLACK)).mine_counts, []);
    // No number is revealed outside the four ranks, by a lost piece, or without the option.
    check_effects(setup, "lay d3 e3 f5 a6, e2e3", "e2-e3 move, xe3 mine, e3 crater");
    check_effects(setup, "lay d3 e5 f5 a6, e2e4, g8h6, f1e2", "f1-e2 move");
    check_effects(START, script, "e2-e4 move");
    // A piece that slid and stopped safely reveals a number too.
    let slides = "7k/7p/8/8/6nR/8/8/7K w - - 0 1 modes=gravity,mines mine_hints=yes";
    let script = "lay g3 h3 a4 a5, h4h5";
    let visible = |viewer| visible_effects(slides, script, viewer);
    assert_eq!(visible(Viewer::Player(WHITE)), "h4-h5 move, g4-h4 gravity, h5 White hint 0");
    assert_eq!(visible(Viewer::Player(BLACK)), "h4-h5 move, g4-h4 gravity, h4 Black hint 2");
}

#[test]
fn nothing_is_played_before_the_mines_are_laid_nor_after_the_end() {
    check_error(
        START,
        "mines 4",
        "e2e4",
        "a chance event is pending; apply its outcome before the next action",
    );
    check_error(START, "", "mine e4", "`mine e4` is not possible now; a possible outcome is `mines 4`");
    check_error(
        &format!("{BLOCKER} modes=mines"),
        "lay e4 a4 b4 c4, e2e4",
        "h8h7",
        "the game is over (an explosion left the king in check); start a new one",
    );
    assert_eq!(start(START).view(Viewer::Player(WHITE)).actions, []);
}
