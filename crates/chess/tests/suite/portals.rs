//! 傳送陣: a piece that enters one square of a pair is carried to the other.

use yipan_chess::{BLACK, Bitboard, ChanceEvent, Chess, PieceKind, Square, WHITE};
use yipan_core::{Game, Turn, Viewer};

use crate::modes::{
    Probability, allows, chance_outcomes, check, check_actions, check_board, check_chance_outcomes,
    check_effects, check_error, play, squares, visible_effects,
};

const PRIVATE: &str = "startpos modes=portals portals=private";

/// Returns the squares on which a portal may be placed, all with the same probability.
fn uniform(game: &Chess) -> Bitboard {
    let offered = chance_outcomes(game);
    let share = Probability::new(1, offered.len() as u64);
    let square = |(event, chance): &(ChanceEvent, Probability)| match event {
        ChanceEvent::Portal(at) if *chance == share => *at,
        other => panic!("{other} with {chance:?} is not a portal among equals"),
    };
    offered.iter().map(square).collect::<Bitboard>()
}

fn empty(game: &Chess) -> Bitboard {
    Square::all().filter(|&square| game.position().piece_at(square).is_none()).collect()
}

#[test]
fn a_pair_is_placed_uniformly_on_two_distinct_empty_squares() {
    for setup in ["startpos modes=portals", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 modes=portals"] {
        let game = crate::modes::start(setup);
        assert_eq!(uniform(&game), empty(&game));
        let game = play(setup, "portal e4");
        assert_eq!(uniform(&game), empty(&game).without(squares("e4")));
        assert_eq!(play(setup, "pair e4 c5").turn(), Turn::Player(WHITE));
    }
}

#[test]
fn private_pairs_are_placed_independently_so_they_may_share_a_square() {
    assert_eq!(crate::modes::start(PRIVATE).turn(), Turn::Chance);
    let game = play(PRIVATE, "pair e4 c5");
    assert_eq!(uniform(&game), empty(&game));
    check(PRIVATE, "pair e4 c5, pair e4 c5", "White moves");
}

#[test]
fn a_piece_that_enters_comes_out_at_the_other_end_and_the_pair_is_placed_again() {
    let setup = "startpos modes=portals";
    let script = "pair e4 a5, e2e4";
    check_effects(setup, script, "e2-e4 move, e4-a5 portal, e4 no portal, a5 no portal");
    let game = play(setup, script);
    assert_eq!(uniform(&game), empty(&game));
    check(setup, &format!("{script}, pair e4 h6"), "Black moves");
    // An unused pair stays: passing over it is not entering.
    check(setup, "pair e3 a5, e2e4", "Black moves");
}

#[test]
fn a_shared_pair_is_public_and_carries_both_colors() {
    let setup = "startpos modes=portals";
    check_effects(setup, "pair e5 a4, a2a3, e7e5", "e7-e5 move, e5-a4 portal, a4 no portal, e5 no portal");
    let game = play(setup, "pair e5 a4");
    for viewer in [Viewer::Player(WHITE), Viewer::Player(BLACK), Viewer::Spectator] {
        assert_eq!(game.view(viewer).portals, [(None, squares("e5 a4"))]);
    }
}

#[test]
fn a_private_pair_acts_for_its_owner_and_is_shown_to_them_alone() {
    let script = "pair e4 a6, pair h5 c3";
    let game = play(PRIVATE, script);
    assert_eq!(game.view(Viewer::Player(WHITE)).portals, [(Some(WHITE), squares("e4 a6"))]);
    assert_eq!(game.view(Viewer::Player(BLACK)).portals, [(Some(BLACK), squares("h5 c3"))]);
    assert_eq!(game.view(Viewer::Spectator).portals, []);
    assert_eq!(visible_effects(PRIVATE, "portal e4", Viewer::Player(BLACK)), "");
    assert_eq!(visible_effects(PRIVATE, "portal e4", Viewer::Player(WHITE)), "e4 White portal");
    // White's knight stops on Black's portal, Black's pawn on White's: nothing happens.
    check_effects(PRIVATE, &format!("{script}, b1c3"), "b1-c3 move");
    check_effects(PRIVATE, &format!("{script}, b1c3, a7a6"), "a7-a6 move");
}

#[test]
fn the_other_player_is_shown_where_a_private_portal_led_but_not_the_new_pair() {
    let script = "pair e4 a6, pair h5 c3, e2e4";
    let visible = "e2-e4 move, e4-a6 portal, e4 no White portal, a6 no White portal";
    assert_eq!(visible_effects(PRIVATE, script, Viewer::Player(WHITE)), visible);
    assert_eq!(visible_effects(PRIVATE, script, Viewer::Player(BLACK)), "e2-e4 move, e4-a6 portal");
    // Only White's pair is placed again.
    check(PRIVATE, &format!("{script}, pair e4 e5"), "Black moves");
    let game = play(PRIVATE, &format!("{script}, pair e4 e5"));
    assert_eq!(game.view(Viewer::Player(BLACK)).portals, [(Some(BLACK), squares("h5 c3"))]);
}

#[test]
fn what_white_sees_does_not_depend_on_black_s_pair() {
    let view =
        |black: &str| play(PRIVATE, &format!("pair e4 a6, pair {black}, d2d4")).view(Viewer::Player(WHITE));
    assert_eq!(view("h5 c3"), view("a3 f6"));
}

#[test]
fn an_enemy_at_the_exit_is_captured_so_one_move_may_capture_two() {
    let script = "pair d5 a6, pair h4 h5, e2e4, d7d5, g1f3, a7a6, e4d5";
    let visible =
        "xd5 capture, e4-d5 move, xa6 capture, d5-a6 portal, d5 no White portal, a6 no White portal";
    check_effects(PRIVATE, script, visible);
    let losses = play(PRIVATE, script).view(Viewer::Player(BLACK)).lost_pieces;
    assert_eq!((losses.captured(BLACK, PieceKind::Pawn), losses.captured(WHITE, PieceKind::Pawn)), (2, 0));
}

#[test]
fn a_king_or_an_own_piece_at_the_exit_blocks_and_the_piece_stays_where_it_entered() {
    let setup = "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1 modes=portals portals=private";
    let king = "pair e3 e7, pair a3 a4, e1d1, e8e7, e2e3";
    check_effects(setup, king, "e2-e3 move");
    check(setup, king, "Black moves");
    assert!(!play(setup, king).in_check());
    // The pawn rests on e3. It does not use the portal when the king leaves, and it blocks the rook that
    // enters e7.
    let own = format!("{king}, e7d6, h1h7, d6c6, h7e7");
    check_effects(setup, &own, "h7-e7 move");
    check(setup, &own, "Black moves");
}

#[test]
fn no_attack_passes_through_a_portal() {
    // From a5 the rook would attack along the fifth rank, from h5 up to the king.
    let setup = "7k/8/8/8/8/8/8/R3K3 w - - 0 1 modes=portals";
    assert!(!play(setup, "pair a5 h5, e1e2").in_check());
    check(setup, "pair a5 h5, e1e2", "Black moves");
}

#[test]
fn a_king_that_enters_is_judged_where_it_comes_out() {
    let entry_attacked = "7k/8/8/8/8/8/r7/4K3 w - - 0 1 modes=portals";
    assert!(allows(entry_attacked, "pair e2 h5", "e1e2"));
    assert!(!allows(entry_attacked, "pair e3 h5", "e1e2"));
    let exit_attacked = "7k/8/8/r7/8/8/8/4K3 w - - 0 1 modes=portals";
    check_error(
        exit_attacked,
        "pair d1 h5",
        "e1d1",
        "through the portal your king would be attacked from a5",
    );
}

#[test]
fn a_king_that_can_leave_by_its_own_portal_is_not_mated() {
    let setup = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1 modes=portals portals=private";
    check(setup, "pair b5 b6, pair a3 a4, e1e8", "White wins by checkmate");
    check(setup, "pair b5 b6, pair f8 a4, e1e8", "Black moves");
    check_actions(setup, "pair b5 b6, pair f8 a4, e1e8", "g8f8");
    // White's private pair does not act for Black.
    check(setup, "pair f8 b6, pair a3 a4, e1e8", "White wins by checkmate");
}

#[test]
fn a_pinned_piece_may_be_teleported_back_between_but_not_away() {
    let setup = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1 modes=portals";
    check_effects(setup, "pair c3 e5, e2c3", "e2-c3 move, c3-e5 portal, c3 no portal, e5 no portal");
    assert!(!allows(setup, "pair c3 d5", "e2c3"));
    let rook = "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1 modes=portals";
    check_error(rook, "pair e3 a5", "e2e3", "through the portal your king would be attacked from e8");
}

#[test]
fn a_pawn_on_its_last_rank_promotes_then_enters_as_the_new_piece() {
    let setup = "8/P6k/8/8/8/8/8/K7 w - - 0 1 modes=portals";
    let visible = "a7-a8 move, a8=N promotion, a8-d4 portal, d4 no portal, a8 no portal";
    check_effects(setup, "pair a8 d4, a7a8n", visible);
}

#[test]
fn a_pawn_teleported_to_its_last_rank_promotes_there() {
    let setup = "8/7k/8/8/8/8/P7/7K w - - 0 1 modes=portals";
    let visible =
        |letter: char| format!("a2-a3 move, a3-c8 portal, c8={letter} promotion, a3 no portal, c8 no portal");
    check_effects(setup, "pair a3 c8, a2a3", &visible('Q'));
    check_effects(setup, "pair a3 c8, a2a3n", &visible('N'));
    check_actions(setup, "pair a3 c8", "a2a3b a2a3n a2a3q a2a3r a2a4 h1g1 h1g2 h1h2");
}

#[test]
fn a_pawn_teleported_back_walks_on_but_never_double_steps_again() {
    let setup = "7k/8/8/8/P7/8/8/7K w - - 0 1 modes=portals";
    let script = "pair a5 b2, a4a5, pair g4 g5, h8h7";
    assert!(allows(setup, script, "b2b3"));
    check_error(setup, script, "b2b4", "the pawn on b2 has already moved, so it can advance only one square");
    // It also moves from its own first rank.
    let first = "pair a5 d1, a4a5, pair g4 g5, h8h7";
    check_actions(setup, first, "d1d2 h1g1 h1g2 h1h2");
    let second = format!("{first}, d1d2, h7h8");
    check_error(
        setup,
        &second,
        "d2d4",
        "the pawn on d2 has already moved, so it can advance only one square",
    );
}

#[test]
fn a_pawn_that_a_portal_took_from_its_double_step_is_not_captured_en_passant() {
    let setup = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 modes=portals";
    let carried = "pair e4 h6, e2e4, pair a7 a6";
    check_actions(setup, carried, "d4d3 e8d7 e8d8 e8e7 e8f7 e8f8");
    assert!(allows(setup, "pair a6 h6, e2e4", "d4e3"));
}

#[test]
fn castling_enters_with_the_king_then_with_the_rook() {
    let setup = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 modes=portals";
    let castled = "e1-g1 castling, h1-f1 castling";
    check_effects(setup, "pair f1 g1, e1g1", castled);
    check(setup, "pair f1 g1, e1g1", "Black moves");
    check_effects(setup, "pair g1 c4, e1g1", &format!("{castled}, g1-c4 portal, g1 no portal, c4 no portal"));
    check_effects(setup, "pair f1 c4, e1g1", &format!("{castled}, f1-c4 portal, f1 no portal, c4 no portal"));
}

#[test]
fn a_castling_king_is_judged_where_it_comes_out_and_on_its_way_there() {
    let arrival = "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1 modes=portals";
    assert!(allows(arrival, "pair g1 c4", "e1g1"));
    assert!(!allows(arrival, "pair a3 c4", "e1g1"));
    assert!(!allows(arrival, "pair g1 g5", "e1g1"));
    let crossing = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1 modes=portals";
    assert!(!allows(crossing, "pair g1 c4", "e1g1"));
}

#[test]
fn with_gravity_a_piece_that_slides_onto_a_portal_enters_it_once() {
    let setup = "7k/8/8/8/8/8/6PP/7K w - - 0 1 modes=gravity,portals";
    let visible = "g2-g4 move, g4-h4 gravity, h4-d6 portal, d6-h6 gravity, h4 no portal, d6 no portal";
    check_effects(setup, "pair h4 d6, g2g4", visible);
    let once = "g2-g4 move, g4-h4 gravity, h4-d4 portal, d4-h4 gravity, d4 no portal, h4 no portal";
    check_effects(setup, "pair h4 d4, g2g4", once);
    // The portal's exit is resolved before gravity.
    let lands = "g2-g4 move, g4-d6 portal, d6-h6 gravity, g4 no portal, d6 no portal";
    check_effects(setup, "pair g4 d6, g2g4", lands);
}

#[test]
fn an_enemy_that_slides_onto_the_mover_s_portal_stays() {
    let setup = "7k/2pppppp/8/5nnR/8/8/8/7K w - - 0 1 modes=gravity,portals portals=private";
    let script = "pair e5 a4, pair a1 b1, h1h2, c7c5, h2h1, d7d5, h5h6";
    let visible = "h5-h6 move, g5-h5 gravity, f5-g5 gravity, e5-f5 gravity, d5-e5 gravity";
    check_effects(setup, script, visible);
    check_board(setup, script, "7k/4pppp/7R/4ppnn/8/8/8/7K");
}

#[test]
fn with_dice_a_teleport_is_part_of_the_die_and_dice_live_by_own_portals() {
    let setup = "startpos modes=portals,dice-a dice=2";
    let script = "pair e4 a5, roll pawn pawn, e2e4, pair c3 f6";
    let visible = "e2-e4 move, e4-a5 portal, e4 no portal, a5 no portal, c3 portal, f6 portal";
    check_effects(setup, script, visible);
    check(setup, script, "White plays (P) P");
    // The pair is placed again before the turn passes.
    let last = format!("{script}, c2c3, pair d3 d4");
    let visible = "c2-c3 move, c3-f6 portal, c3 no portal, f6 no portal, d3 portal, d4 portal, Black turn";
    check_effects(setup, &last, visible);
    // In check from e8: a knight that the portal carries to e4 answers it.
    let check = "4r2k/8/8/8/8/8/8/N3K3 w - - 0 1 modes=portals,dice-a";
    check_chance_outcomes(check, "pair b3 e4", "die knight 1/2, die king 1/2");
    check_chance_outcomes(check, "pair b3 d4", "die king 1/1");
}

#[test]
fn the_third_time_with_the_same_portals_is_a_draw() {
    let dance = "g1f3, g8f6, f3g1, f6g8, ";
    let script = |pair: &str, times: usize| format!("pair {pair}, {}", dance.repeat(times));
    check("startpos modes=portals", &script("a4 a5", 2), "draw by repetition");
    // Black's knight was carried to f6 and moved back: since then another pair is on the board.
    let moved = "pair h6 f6, g1f3, g8h6, pair a4 a5, f3g1, f6g8, g1f3, g8f6, f3g1, f6g8";
    check("startpos modes=portals", moved, "White moves");
    check("startpos modes=portals", &format!("{moved}, g1f3, g8f6"), "draw by repetition");
}
