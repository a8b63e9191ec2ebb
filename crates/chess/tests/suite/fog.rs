//! 霧戰: each player sees what their own pieces see.

use yipan_chess::{Action, BLACK, Bitboard, Face, PieceKind, Square, UciMove, WHITE};
use yipan_core::{Game, Language, Localize, Step, Viewer};

use crate::modes::{check_error, check_visible_squares, play, squares, start, steps, visible_effects};

const START: &str = "startpos modes=fog";
const BLACK_VIEWER: Viewer = Viewer::Player(BLACK);
const WHITE_VIEWER: Viewer = Viewer::Player(WHITE);
/// A position with few pieces, so that much of the board is hidden.
const FEW: &str = "7k/8/8/8/8/8/4P3/KN6 w - - 0 1 modes=fog";
/// Pieces that White of [`FEW`] does not see and that do not attack White's king.
const HIDDEN: [&str; 4] = ["7k/7p/8", "7k/7r/8", "6nk/8/8", "k7/6r1/5n2"];

#[test]
fn a_pinned_piece_still_sees() {
    let setup = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1 modes=fog";
    check_visible_squares(setup, "", WHITE, "d1 e1 f1 d2 e2 f2 d3 f3 c4 g4 b5 h5 a6");
}

#[test]
fn a_blocked_pawn_does_not_see_its_blocker() {
    check_visible_squares("7k/8/8/8/8/4p3/4P3/K7 w - - 0 1 modes=fog", "", WHITE, "a1 b1 a2 b2 e2 d3 f3");
    check_visible_squares("7k/8/8/8/4p3/8/4P3/K7 w - - 0 1 modes=fog", "", WHITE, "a1 b1 a2 b2 e2 d3 e3 f3");
    check_visible_squares("7k/8/8/8/8/8/4P3/K7 w - - 0 1 modes=fog", "", WHITE, "a1 b1 a2 b2 e2 d3 e3 f3 e4");
}

#[test]
fn a_pawn_that_may_be_captured_en_passant_is_seen_with_the_ep_square() {
    let position = "7k/8/8/3pP3/8/8/8/K7 w -";
    check_visible_squares(&format!("{position} d6 0 2 modes=fog"), "", WHITE, "a1 b1 a2 b2 e5 d6 e6 f6 d5");
    check_visible_squares(&format!("{position} - 0 2 modes=fog"), "", WHITE, "a1 b1 a2 b2 e5 d6 e6 f6");
}

#[test]
fn an_enemy_king_is_seen_where_it_could_be_captured() {
    let setup = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1 modes=fog";
    let pieces = play(setup, "").view(WHITE_VIEWER).pieces;
    assert!(pieces.iter().any(|(at, piece)| at.to_string() == "e8" && piece.kind == PieceKind::King));
    // A check does not reduce the visible squares.
    check_visible_squares(setup, "", BLACK, "d8 e8 f8 d7 e7 f7");
}

#[test]
fn the_checking_piece_is_not_revealed_but_the_check_is() {
    let setup = "k7/8/8/8/8/5n2/8/4K2R w - - 0 1 modes=fog";
    let view = play(setup, "").view(WHITE_VIEWER);
    assert!(view.in_check && !view.visible.contains("f3".parse().expect("a square")));
    assert!(view.pieces.iter().all(|(_, piece)| piece.color == WHITE));
    crate::modes::check_actions(setup, "", "e1d1 e1e2 e1f1 e1f2");
    assert_eq!(view.actions.len(), 4);
}

#[test]
fn what_is_sent_holds_no_hidden_piece() {
    let game = start(START);
    for (viewer, color) in [(WHITE_VIEWER, WHITE), (BLACK_VIEWER, BLACK)] {
        let view = game.view(viewer);
        assert_eq!((view.position, view.pieces.len()), (None, 16));
        assert!(view.pieces.iter().all(|(at, piece)| piece.color == color && view.visible.contains(*at)));
    }
    assert_eq!(game.view(BLACK_VIEWER).actions, []);
    assert_eq!(game.view(Viewer::Spectator).pieces, []);
    assert_eq!(game.view(Viewer::Arbiter).pieces.len(), 32);
}

#[test]
fn what_a_player_sees_does_not_depend_on_what_is_hidden() {
    for hidden in HIDDEN {
        let other = FEW.replace("7k/8/8", hidden);
        assert_eq!(start(FEW).view(WHITE_VIEWER), start(&other).view(WHITE_VIEWER), "with {hidden}");
        let visible = |setup: &str| visible_effects(setup, "e2e4", WHITE_VIEWER);
        assert_eq!(visible(FEW), visible(&other), "with {hidden}");
    }
}

#[test]
fn the_fog_lifts_for_both_at_the_end() {
    let game = play(START, "f2f3, e7e5, g2g4, d8h4");
    for viewer in [WHITE_VIEWER, BLACK_VIEWER, Viewer::Spectator] {
        let view = game.view(viewer);
        assert_eq!((view.visible, view.pieces.len()), (Bitboard::ALL, 32));
    }
    let visible = visible_effects(START, "f2f3, e7e5, g2g4, d8h4", WHITE_VIEWER);
    assert!(visible.contains("Black Q appears h4") && visible.contains("Black K appears e8"), "{visible}");
}

#[test]
fn the_opponent_s_moves_are_hidden_unless_a_piece_comes_into_sight() {
    assert_eq!(visible_effects(START, "e2e4", BLACK_VIEWER), "");
    assert_eq!(visible_effects(START, "e2e4, g8f6", WHITE_VIEWER), "");
    assert_eq!(visible_effects(START, "e2e4, d7d5", WHITE_VIEWER), "Black P appears d5");
    let [step] = steps("e2e4")[..] else { panic!("one step") };
    let game = start(START);
    assert!(game.may_reveal(&step, WHITE_VIEWER));
    assert!(!game.may_reveal(&step, BLACK_VIEWER) && !game.may_reveal(&step, Viewer::Spectator));
}

#[test]
fn a_capture_shows_its_owner_the_square_and_not_the_capturing_piece() {
    let setup = "7k/p7/8/8/8/4B3/8/K5R1 w - - 0 1 modes=fog";
    assert_eq!(visible_effects(setup, "e3a7", BLACK_VIEWER), "xa7 capture");
    assert_eq!(play(setup, "e3a7").view(BLACK_VIEWER).lost_pieces.captured(BLACK, PieceKind::Pawn), 1);
}

#[test]
fn an_explosion_is_public_with_its_square_and_the_piece() {
    let setup = "startpos modes=fog,mines";
    let lay = "lay e4 e5 a3 b3";
    let boom = "White P appears e4, xe4 mine, e4 crater";
    assert_eq!(visible_effects(setup, &format!("{lay}, e2e4"), BLACK_VIEWER), boom);
    assert_eq!(visible_effects(setup, &format!("{lay}, e2e4"), Viewer::Spectator), boom);
    assert_eq!(play(setup, &format!("{lay}, e2e4")).view(BLACK_VIEWER).craters, squares("e4"));
}

#[test]
fn slides_of_unseen_pieces_are_unseen() {
    assert_eq!(visible_effects("startpos modes=fog,gravity", "e2e4", BLACK_VIEWER), "");
    // Visibility is computed after all effects: the pawn on h4 sees g5.
    let view = play("startpos modes=fog,gravity", "e2e4").view(WHITE_VIEWER);
    assert!(view.visible.contains("g5".parse().expect("a square")));
    assert!(!view.visible.contains("d5".parse().expect("a square")));
}

#[test]
fn a_portal_is_shown_only_while_its_square_is_seen() {
    let private = "startpos modes=fog,portals portals=private";
    let game = play(private, "pair e3 h6, pair e6 h3");
    assert_eq!(game.view(WHITE_VIEWER).portals, [(Some(WHITE), squares("e3"))]);
    assert_eq!(game.view(BLACK_VIEWER).portals, [(Some(BLACK), squares("e6"))]);
    let shared = play("startpos modes=fog,portals", "pair e3 e6");
    assert_eq!(shared.view(WHITE_VIEWER).portals, [(None, squares("e3"))]);
    assert_eq!(shared.view(BLACK_VIEWER).portals, [(None, squares("e6"))]);
    // A piece that leaves a portal sees from its exit, and is visible there.
    let script = "pair e3 h6, pair a4 h3, e2e3";
    let visible = visible_effects(private, script, WHITE_VIEWER);
    assert!(visible.starts_with("e2-e3 move, e3-h6 portal, Black P appears g7"), "{visible}");
    assert_eq!(visible_effects(private, script, BLACK_VIEWER), "White P appears h6");
}

#[test]
fn with_dice_a_the_other_player_sees_types_and_used_ones_but_not_which_are_dead() {
    let setup = "7k/8/8/8/8/1B6/8/RK6 w - - 0 1 modes=fog,dice-a";
    let game = play(setup, "roll bishop rook king, b3a2");
    let dice = |viewer| game.view(viewer).dice.expect("dice are played").dice;
    let faces = [PieceKind::Bishop, PieceKind::Rook, PieceKind::King].map(Face::Kind);
    let (own, other) = (dice(WHITE_VIEWER), dice(BLACK_VIEWER));
    assert_eq!(own.iter().map(|die| die.face).collect::<Vec<_>>(), faces);
    assert_eq!(own.iter().map(|die| die.dead).collect::<Vec<_>>(), [Some(false), Some(true), Some(false)]);
    let mut seen: Vec<_> = other.iter().map(|die| (die.face, die.used, die.dead)).collect();
    seen.sort_by_key(|(_, used, _)| !used);
    assert_eq!(seen[0], (faces[0], true, None));
    assert!(seen[1..].iter().all(|&(_, used, dead)| !used && dead.is_none()));
}

#[test]
fn with_dice_a_the_interruption_reveals_a_check_whose_checker_is_unseen() {
    let setup = "4k3/p7/8/8/8/8/8/R3KBN1 w - - 0 1 modes=fog,dice-a";
    let script = "roll knight bishop rook, g1f3, f1b5";
    assert_eq!(visible_effects(setup, script, BLACK_VIEWER), "White interrupt, Black reply");
    let view = play(setup, script).view(BLACK_VIEWER);
    assert!(view.in_check && view.pieces.iter().all(|(_, piece)| piece.color == BLACK));
    // Visibility changes after every die.
    assert!(
        play(setup, "roll knight bishop rook, g1f3")
            .view(WHITE_VIEWER)
            .visible
            .contains("e5".parse().expect("e5"))
    );
}

#[test]
fn with_dice_b_the_other_player_sees_types_only() {
    let setup = "startpos modes=fog,dice-b";
    assert_eq!(visible_effects(setup, "die b1", BLACK_VIEWER), "White rolls N");
    assert_eq!(visible_effects(setup, "die b1", WHITE_VIEWER), "White rolls Nb1");
    let game = play(setup, "roll b1 a2 g1");
    let faces = |viewer| {
        let dice = game.view(viewer).dice.expect("dice are played").dice;
        dice.iter().map(|die| die.face).collect::<Vec<_>>()
    };
    let piece = |at: &str, kind| Face::Piece(at.parse().expect("a square"), kind);
    let own = [piece("b1", PieceKind::Knight), piece("a2", PieceKind::Pawn), piece("g1", PieceKind::Knight)];
    assert_eq!(faces(WHITE_VIEWER), own);
    let mut other = faces(BLACK_VIEWER);
    other.sort_by_key(|face| format!("{face:?}"));
    assert_eq!(other, [PieceKind::Knight, PieceKind::Knight, PieceKind::Pawn].map(Face::Kind));
    let [step] = steps("die b1")[..] else { panic!("one step") };
    assert!(!start(setup).may_reveal(&step, BLACK_VIEWER) && start(setup).may_reveal(&step, WHITE_VIEWER));
}

/// Returns every illegal move of White, with its English message.
fn illegal_move_errors(setup: &str) -> Vec<(Square, Square, String)> {
    let game = start(setup);
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    let visible = |(from, to): (Square, Square)| {
        let step = Step::Action(Action::Move(UciMove { from, to, promotion: None }));
        let result = game.clone().apply(step, &mut Vec::new()).err()?;
        Some((from, to, result.localize(Language::English)))
    };
    pairs.filter_map(visible).collect()
}

#[test]
fn an_error_names_no_square_that_the_player_does_not_see() {
    for setup in [
        START,
        FEW,
        // A pinned knight, with another one that sees the rook that pins it.
        "r6k/8/1N6/8/N7/8/8/K7 w - - 0 1 modes=fog",
        // A check from an unseen knight, and one from a queen that is seen.
        "k7/8/8/8/8/5n2/8/4K2R w - - 0 1 modes=fog",
        "1k2q3/8/8/8/8/2N5/8/R3K2R w KQ - 0 1 modes=fog",
        // Castling across a square that a hidden piece attacks, and gravity that exposes the king.
        "1k3r2/8/8/8/8/7p/8/R3K2R w KQ - 0 1 modes=fog",
        "6rk/8/8/7p/8/8/6PR/6KB w - - 0 1 modes=fog,gravity",
    ] {
        let visible = start(setup).view(WHITE_VIEWER).visible;
        for (from, to, words) in illegal_move_errors(setup) {
            let known = visible | from.bit() | to.bit();
            let named = words.split(|character: char| !character.is_ascii_alphanumeric());
            let hidden: Vec<&str> = named
                .filter(|word| word.parse().is_ok_and(|square: Square| !known.contains(square)))
                .collect();
            assert!(hidden.is_empty(), "{setup}: {from}{to} names {hidden:?}: {words}");
        }
    }
}

#[test]
fn an_error_does_not_depend_on_what_is_hidden() {
    let bare = illegal_move_errors(FEW);
    for hidden in HIDDEN {
        for (visible, other) in bare.iter().zip(illegal_move_errors(&FEW.replace("7k/8/8", hidden))) {
            assert_eq!(*visible, other, "with {hidden}");
        }
    }
}

#[test]
fn what_is_unseen_forbids_without_being_named() {
    let unseen =
        "this move is illegal because of something hidden in the fog; choose one of your legal moves";
    check_error("7k/8/8/8/8/4p3/4P3/K7 w - - 0 1 modes=fog", "", "e2e3", unseen);
    check_error("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1 modes=fog", "", "e2c3", unseen);
}
