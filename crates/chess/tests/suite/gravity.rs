//! 地吸引力: every piece slides along its rank toward the h-file.

use yipan_chess::ChessSetup;
use yipan_core::{Language, Localize};

use crate::modes::{
    allows, check, check_actions, check_board, check_chance_outcomes, check_effects, check_error, play,
};

const BOARD_AS_IT_WAS: &str = "that would not change the board: the piece falls back to its square";

#[test]
fn the_king_s_pawn_rests_on_h4_and_the_rank_it_left_closes_up() {
    let setup = "startpos modes=gravity";
    check_board(setup, "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    check_board(setup, "e2e4", "rnbqkbnr/pppppppp/8/8/7P/8/1PPPPPPP/RNBQKBNR");
    check_effects(
        setup,
        "e2e4",
        "e2-e4 move, d2-e2 gravity, c2-d2 gravity, b2-c2 gravity, a2-b2 gravity, e4-h4 gravity",
    );
}

#[test]
fn both_colors_and_every_kind_fall_at_the_start_and_nothing_castles() {
    let setup: ChessSetup = "r3k2r/8/8/2n5/8/8/P7/R3K2R w KQkq - 0 1 modes=gravity".parse().expect("a setup");
    assert_eq!(setup.to_string(), "5rkr/8/8/7n/8/8/7P/5RKR w - - 0 1 modes=gravity");
    let game = play("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 modes=gravity", "");
    assert!(!crate::modes::offered_actions(&game).iter().any(|text| text == "g1e1" || text == "e1g1"));
    check_actions(
        "rn2k2r/pppppppp/8/8/8/8/PPPPPPPP/4K2R w Kkq - 0 1 modes=gravity",
        "",
        "a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4",
    );
}

#[test]
fn a_setup_that_leaves_a_king_capturable_after_gravity_is_rejected() {
    let error = "k7/8/8/8/8/8/8/K1R5 w - - 0 1 modes=gravity"
        .parse::<ChessSetup>()
        .expect_err("the rook falls to h1");
    let actual = "after gravity the side to move could capture the king from h1; choose another position";
    assert_eq!(error.localize(Language::English), actual);
}

#[test]
fn a_pawn_that_slid_is_not_captured_en_passant_and_one_that_did_not_is() {
    let stays = "7k/8/8/8/7p/8/6PP/7K w - - 0 1 modes=gravity";
    check_actions(stays, "g2g4", "h4g3 h4h3 h8g7 h8h7");
    check_effects(stays, "g2g4, h4g3", "xg4 en-passant, h4-g3 move, g3-h3 gravity");
    let slides = "7k/8/8/8/7p/8/5PPP/7K w - - 0 1 modes=gravity";
    check_board(slides, "f2f4", "7k/8/8/8/6Pp/8/6PP/7K");
    check_error(
        slides,
        "f2f4",
        "h4g3",
        "a pawn moves diagonally only to capture, and there is nothing to capture on g3",
    );
}

#[test]
fn lifting_a_piece_and_dropping_it_back_is_no_move() {
    let setup = "7k/8/8/8/8/8/6PP/6RK w - - 0 1 modes=gravity";
    for null in ["g1f1", "g1a1"] {
        check_error(setup, "", null, BOARD_AS_IT_WAS);
    }
    check_actions(setup, "", "g2g3 g2g4 h2h3 h2h4");
    // Nor can a king at the left end of its rank.
    check_error("7k/7p/8/8/8/8/8/6KR w - - 0 1 modes=gravity", "", "g1f1", BOARD_AS_IT_WAS);
    check_error("7k/8/8/8/8/8/7P/6QK w - - 0 1 modes=gravity", "", "g1c1", BOARD_AS_IT_WAS);
}

#[test]
fn a_king_that_slides_out_of_check_has_answered_it() {
    let setup = "6rk/8/8/8/8/8/8/6KN w - - 0 1 modes=gravity";
    assert!(allows(setup, "", "h1f2"));
    check_effects(setup, "h1f2", "h1-f2 move, g1-h1 gravity, f2-h2 gravity");
    // After a step to the left it falls back into check, and the board is unchanged.
    check_error(setup, "", "g1f1", BOARD_AS_IT_WAS);
}

#[test]
fn a_capture_whose_rank_closes_up_may_not_expose_its_own_king() {
    // The pawn on g2 would slide to h2, away from between the rook on g8 and the king.
    let setup = "6rk/8/8/7p/8/8/6PR/6KB w - - 0 1 modes=gravity";
    check_error(setup, "", "h2h5", "after falling your king would be attacked from g8");
    assert!(!allows(setup, "", "h2h3"));
    // Without gravity it is an ordinary capture.
    assert!(allows("6rk/8/8/7p/8/8/6PR/6KB w - - 0 1 modes=fog", "", "h2h5"));
}

#[test]
fn mate_is_adjudicated_after_gravity() {
    // On g8 the king would fall back to h8, on g7 to h7.
    check("7k/8/7K/8/7N/8/8/8 w - - 0 1 modes=gravity", "h4g6", "White wins by checkmate");
    // So a rook on the h-file mates a lone king by itself.
    check("7k/8/8/8/8/8/7P/6RK w - - 0 1 modes=gravity", "g1g5", "White wins by checkmate");
}

#[test]
fn a_pawn_that_slid_along_its_second_rank_may_still_double_step() {
    let setup = "startpos modes=gravity";
    // The piece on e2 came from d2.
    check_board(setup, "e2e4, e7e5, e2e4", "rnbqkbnr/1ppppppp/8/7p/6PP/8/2PPPPPP/RNBQKBNR");
}

#[test]
fn a_pawn_promotes_where_it_lands_then_the_new_piece_slides() {
    let setup = "8/6Pk/8/8/8/8/8/7K w - - 0 1 modes=gravity";
    check_effects(setup, "g7g8q", "g7-g8 move, g8=Q promotion, g8-h8 gravity");
}

#[test]
fn with_gravity_only_bare_kings_and_a_lone_bishop_are_drawn() {
    check("7k/8/8/8/8/8/8/7K w - - 0 1 modes=gravity", "", "draw by insufficient-material");
    check("7k/8/8/8/8/8/8/6BK w - - 0 1 modes=gravity", "", "draw by insufficient-material");
    check("7k/8/8/8/8/8/8/6NK w - - 0 1 modes=gravity", "", "White moves");
    // Bishops on one color are a draw otherwise, but not here, where they fall onto the other color.
    check("7k/7b/8/8/8/8/6BK/8 w - - 0 1 modes=gravity", "", "White moves");
    check("7k/7b/8/8/8/8/6BK/8 w - - 0 1 modes=fog", "", "draw by insufficient-material");
    check("7k/8/8/8/8/8/8/6NK w - - 0 1 modes=fog", "", "draw by insufficient-material");
}

#[test]
fn bishops_on_one_square_color_are_drawn_unless_a_mode_could_still_decide_the_game() {
    let bishops = "7k/7b/8/8/8/3B4/4B1BK/8 w - - 0 1";
    for modes in ["fog", "dice-a", "dice-b", "fog,dice-a"] {
        check(&format!("{bishops} modes={modes}"), "", "draw by insufficient-material");
    }
    // Portals and gravity bring bishops to the other color, and a mine may decide without a mate.
    check(&format!("{bishops} modes=portals"), "pair a1 a2", "White moves");
    check(&format!("{bishops} modes=gravity"), "", "White moves");
    check(&format!("{bishops} modes=mines"), "lay a3 a4 a5 a6", "White moves");
    check("7k/7b/8/8/8/4B3/4B1BK/8 w - - 0 1 modes=fog", "", "White moves");
    // A single bishop per side is still a draw: the rule book lists it for every mode but gravity.
    check("7k/7b/8/8/8/8/6BK/8 w - - 0 1 modes=portals", "pair a1 a2", "draw by insufficient-material");
    check("7k/7b/8/8/8/8/6BK/8 w - - 0 1 modes=mines", "lay a3 a4 a5 a6", "draw by insufficient-material");
}

#[test]
fn null_moves_do_not_make_a_die_live() {
    let setup = "7k/8/8/8/8/8/6PP/6RK w - - 0 1 modes=gravity,dice-a";
    check_chance_outcomes(setup, "", "die pawn 1/1");
    check("7k/8/8/8/8/8/6PP/6RK w - - 0 1 modes=gravity,dice-b", "", "White plays Pg2 Ph2");
}

#[test]
fn with_dice_gravity_applies_after_every_die_and_check_is_tested_afterwards() {
    // The rook lands on f5, where it gives no check, and slides to g5, where it does.
    let setup = "6kr/8/8/7P/8/8/8/5RBK w - - 0 1 modes=gravity,dice-a";
    let script = "roll rook pawn pawn, f1f5";
    check_effects(setup, script, "f1-f5 move, f5-g5 gravity, White interrupt, Black reply");
    // From f8 the king would fall back to g8; from g7 and f7 it falls to h7, and once the rook leaves, to h8.
    check_actions(setup, script, "g8f7 g8g7 g8h7 h8h5 h8h6 h8h7");
    check_effects(setup, &format!("{script}, g8g7"), "g8-g7 move, g7-h7 gravity, White resume");
}

#[test]
fn the_third_repetition_after_gravity_is_a_draw() {
    let setup = "7k/8/8/7p/7P/8/8/7K w - - 0 1 modes=gravity";
    let dance = "h1h2, h8h7, h2h1, h7h8, ";
    check(setup, dance, "White moves");
    check(setup, &dance.repeat(2), "draw by repetition");
}
