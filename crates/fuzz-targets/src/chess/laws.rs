use yipan_chess::{Action, Chess, ChessSetup, DrawRule, Square};
use yipan_testkit::{laws, random_play};

use super::starts::{is_capture, start};
use crate::input;

/// The most moves of a game: enough for a fivefold repetition. Longer games only cost time, as the starts are rich.
const MAX_PLIES: usize = 17;

/// Plays a game selected by bytes and checks the laws at every step.
pub fn chess_laws(bytes: &[u8]) {
    let (number, bytes) = input::split_number(bytes);
    let (options, bytes) = input::split_byte(bytes);
    let draws = if options % 2 == 0 { DrawRule::Claimable } else { DrawRule::Automatic };
    let setup = ChessSetup::standard(start(number), draws);
    let choices = input::choices(bytes, MAX_PLIES);
    let mut steps = Vec::new();
    let reached = random_play::play::<Chess>(&setup, &choices, |game, step| {
        steps.push(step);
        if !input::is_checked(steps.len(), &choices) {
            return;
        }
        laws::effects_are_complete(game, step);
        let position = game.position();
        laws::unmake_restores_position(position, |mv| mv.is_en_passant() || is_capture(position, mv.to()));
        laws::rejected_action_changes_nothing(game, Action::ClaimDraw);
        laws::text_round_trips(position);
        let from = Square::new((steps.len() % 64) as u8).expect("below 64");
        let legal = position.legal_destinations(from);
        for to in Square::all() {
            assert_eq!(position.explain_illegal_move(from, to).is_none(), legal.contains(to));
        }
    });
    laws::replay_is_deterministic(&setup, &steps, &reached);
}
