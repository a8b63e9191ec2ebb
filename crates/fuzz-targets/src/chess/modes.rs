use yipan_chess::{Action, Chess, ChessSetup, Color, DiceRule, DiceRules, MineRules, Modes, PortalOwnership};
use yipan_chess_model::{Board, Knowledge, Model};
use yipan_core::{AnyPiece, Cell, Game, Turn, Viewer};
use yipan_testkit::{laws, random_play};

use super::starts::start;
use crate::input;

const VIEWERS: [Viewer; 3] = [Viewer::Player(Color::First), Viewer::Player(Color::Second), Viewer::Spectator];

/// The most steps of a game, chance events included. More games are worth more than longer ones, as the starts are rich.
const MAX_STEPS: usize = 16;

/// Plays a game with any combination of modes, selected by bytes like every step of it. It must obey the laws, end or
/// offer a step, and its visible effects must match every viewer's view.
pub fn chess_modes(bytes: &[u8]) {
    let (bits, bytes) = input::split_number(bytes);
    let (number, bytes) = input::split_number(bytes);
    // A start is rejected only if a king is attacked after gravity.
    let Ok(setup) = ChessSetup::with_modes(start(number), modes(bits)) else { return };
    laws::text_round_trips(&setup);
    let choices = input::choices(bytes, MAX_STEPS);
    let mut steps = Vec::new();
    let reached = random_play::play::<Chess>(&setup, &choices, |game, step| {
        steps.push(step);
        if !input::is_checked(steps.len(), &choices) {
            return;
        }
        laws::effects_are_complete(game, step);
        for viewer in VIEWERS {
            laws::view_matches_effects(game, step, viewer, seen);
        }
        laws::rejected_action_changes_nothing(game, Action::Reroll);
        laws::rejected_action_changes_nothing(game, Action::ClaimDraw);
    });
    let over = matches!(reached.turn(), Turn::Over(_));
    assert_eq!(over, random_play::legal_steps(&reached).is_empty(), "the game neither continues nor ends");
    laws::replay_is_deterministic(&setup, &steps, &reached);
}

/// Plays a game with any combination of modes and compares the board and each viewer's view at its end with those of the
/// model, which is written from the rule book.
pub fn chess_modes_model(bytes: &[u8]) {
    let (bits, bytes) = input::split_number(bytes);
    let (number, bytes) = input::split_number(bytes);
    let Ok(setup) = ChessSetup::with_modes(start(number), modes(bits)) else { return };
    let mut game = Chess::start(&setup);
    let mut model = Model::new(&setup, &game);
    let mut effects = Vec::new();
    for choice in input::choices(bytes, MAX_STEPS) {
        let steps = random_play::legal_steps(&game);
        if steps.is_empty() {
            break;
        }
        let step = steps[usize::from(choice) % steps.len()];
        let before = game.clone();
        effects.clear();
        game.apply(step, &mut effects).expect("a listed step is legal");
        model = model.after(&before, step, &effects);
    }
    assert_eq!(Board::of(&game), model.board, "{setup}");
    for viewer in VIEWERS {
        let shown = Knowledge::from_view(game.view(viewer));
        assert_eq!(shown, model.knowledge(&game, viewer), "{viewer:?} of {setup}");
    }
}

/// Returns the modes that these bits select.
fn modes(bits: u16) -> Modes {
    let bit = |number: u16| bits >> number & 1 == 1;
    let few = |number: u16| (bits >> number & 3) as u8;
    let count = 2 + few(2);
    let dice = DiceRules {
        rule: if bit(1) { DiceRule::All } else { DiceRule::One },
        count,
        first_turn: 1 + few(4).min(count - 1),
        rerolls: few(6),
        wild: bit(8),
    };
    let owner = if bit(12) { PortalOwnership::Private } else { PortalOwnership::Shared };
    Modes {
        dice: bit(0).then_some(dice),
        fog: bit(9),
        gravity: bit(10),
        portals: bit(11).then_some(owner),
        mines: bit(13).then_some(MineRules { show_mine_counts: bit(14) }),
    }
}

fn seen(game: &Chess, viewer: Viewer) -> Vec<(Cell, AnyPiece)> {
    game.view(viewer).pieces.into_iter().map(|(at, piece)| (at.into(), piece.into())).collect()
}
