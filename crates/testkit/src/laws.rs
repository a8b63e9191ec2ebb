//! The laws of games, each a function that panics if the law is broken.
//!
//! The numbers are those of `ARCHITECTURE.md`. Law 5, non-interference, needs two games that differ only in a
//! secret, which only the tests of a game can construct.

use std::{
    collections::BTreeMap,
    fmt::{Debug, Display},
    str::FromStr,
};

use yipan_core::{
    AnyPiece, Cell, Effect, Game, MoveGenerator, MoveKind, MoveList, Step, Viewer, perft, perft_game,
};
use yipan_record::GameRecord;

use crate::random_play::{StepOf, legal_steps};

/// Checks law 1, agreement: both interfaces have the same perft.
pub fn perft_agrees<P: MoveGenerator, G: Game>(position: &P, game: &G, depth: u32) {
    assert_eq!(
        perft(position, depth),
        perft_game(game, depth),
        "the two interfaces disagree at depth {depth}"
    );
}

/// Checks law 2, replay: replaying a record is deterministic, and a record survives a round trip through its
/// text.
pub fn replay_is_deterministic<G: Game + PartialEq + Debug>(
    setup: &G::Setup,
    steps: &[StepOf<G>],
    reached: &G,
) where
    G::Setup: Debug,
    G::Action: Debug,
    G::ChanceEvent: Debug,
{
    let mut record = GameRecord::<G>::new(setup.clone());
    steps.iter().for_each(|step| record.push(*step));
    let replayed = |record: &GameRecord<G>| record.replay().expect("a record of legal steps replays");
    assert_eq!(&replayed(&record), reached, "replaying the record gives a different game");
    let read: GameRecord<G> = record.to_string().parse().expect("the text of a record parses");
    assert_eq!(read, record, "the record changes in a round trip");
    assert_eq!(&replayed(&read), reached, "the parsed record gives a different game");
}

/// Checks law 3, completeness: the effects of a step, applied to the old board, give the new board.
pub fn effects_are_complete<G: Game>(before: &G, step: StepOf<G>) {
    let mut effects = Vec::new();
    let mut after = before.clone();
    after.apply(step, &mut effects).expect("a listed step is legal");
    let mut board: BTreeMap<Cell, AnyPiece> = before.pieces().into_iter().collect();
    for effect in &effects {
        apply_effect(&mut board, effect);
    }
    let expected: BTreeMap<Cell, AnyPiece> = after.pieces().into_iter().collect();
    assert_eq!(board, expected, "the effects {effects:?} do not describe the whole move");
}

/// Checks law 3 for one viewer: the visible effects, applied to the visible pieces, give the newly visible
/// pieces.
///
/// `visible_pieces` returns the pieces that a viewer can see. The result is the list of visible effects.
pub fn view_matches_effects<G: Game>(
    before: &G,
    step: StepOf<G>,
    viewer: Viewer,
    visible_pieces: impl Fn(&G, Viewer) -> Vec<(Cell, AnyPiece)>,
) -> Vec<Effect> {
    let (mut after, mut effects) = (before.clone(), Vec::new());
    after.apply(step, &mut effects).expect("a listed step is legal");
    let visible = G::visible_effects(before, &after, &effects, viewer);
    let mut board: BTreeMap<Cell, AnyPiece> = visible_pieces(before, viewer).into_iter().collect();
    visible.iter().for_each(|effect| apply_effect(&mut board, effect));
    let expected: BTreeMap<Cell, AnyPiece> = visible_pieces(&after, viewer).into_iter().collect();
    assert_eq!(board, expected, "the effects {visible:?} do not lead to the view of {viewer:?}");
    visible
}

/// Returns the cells that an effect names.
pub fn named_cells(effect: &Effect) -> Vec<Cell> {
    match *effect {
        Effect::Slide { from, to, .. } => vec![from, to],
        Effect::Swap { a, b, .. } => vec![a, b],
        Effect::Vanish { at, .. }
        | Effect::Become { at, .. }
        | Effect::Appear { at, .. }
        | Effect::Hide { at }
        | Effect::Mark { at, .. }
        | Effect::Unmark { at, .. } => vec![at],
        Effect::Rolled { face, .. } => face.at.into_iter().collect(),
        Effect::TurnChanged { .. } => Vec::new(),
    }
}

/// Checks law 4, discretion: a visible effect names only cells that are visible to its viewer.
pub fn no_hidden_cells_named(visible: &[Effect], is_visible: impl Fn(Cell, &Effect) -> bool) {
    for effect in visible {
        for cell in named_cells(effect) {
            assert!(is_visible(cell, effect), "{effect:?} names {cell}, which is hidden from its viewer");
        }
    }
}

/// Checks law 6, rollback: making and unmaking a move restores the position and its key.
///
/// Captures and quiet moves together must be all moves, as `is_capture` classifies them.
pub fn unmake_restores_position<P: MoveGenerator<Move: Debug> + PartialEq + Debug>(
    position: &P,
    is_capture: impl Fn(P::Move) -> bool,
) {
    let list = |kind| {
        let mut moves = MoveList::new();
        position.generate_moves(kind, &mut moves);
        moves
    };
    let all = list(MoveKind::All);
    assert_eq!(
        position.count_legal_moves(),
        all.len() as u64,
        "counting and listing disagree in {position:?}"
    );
    let (captures, quiets) = (list(MoveKind::Captures), list(MoveKind::Quiets));
    assert_eq!(captures.len() + quiets.len(), all.len(), "captures and quiets are not all of {position:?}");
    assert!(captures.iter().all(|&mv| is_capture(mv)), "a capture of {position:?} captures nothing");
    assert!(!quiets.iter().any(|&mv| is_capture(mv)), "a quiet move of {position:?} captures a piece");
    for mv in captures.iter().chain(&quiets) {
        assert!(all.contains(mv), "{mv:?} is not among all moves of {position:?}");
        let mut board = position.clone();
        let undo = board.make(*mv);
        board.unmake(*mv, undo);
        assert_eq!(
            (&board, board.key()),
            (position, position.key()),
            "unmaking {mv:?} does not restore the position"
        );
    }
}

/// Checks law 7, rejection: a step that is not legal is rejected and changes neither the game nor the sink.
pub fn rejected_action_changes_nothing<G: Game + PartialEq + Debug>(game: &G, action: G::Action)
where
    G::Action: Debug,
{
    if legal_steps(game).contains(&Step::Action(action)) {
        return;
    }
    let (mut after, mut effects) = (game.clone(), Vec::new());
    if after.apply(Step::Action(action), &mut effects).is_err() {
        assert_eq!(&after, game, "rejecting {action:?} changed the game");
        assert!(effects.is_empty(), "rejecting {action:?} had effects: {effects:?}");
    } else {
        // An accepted action must be another spelling of a legal step.
        let same = legal_steps(game).into_iter().any(|step| {
            let mut other = game.clone();
            other.apply(step, &mut Vec::new()).is_ok() && other == after
        });
        assert!(same, "{action:?} is not legal but was accepted");
    }
}

/// Checks law 8, round trip: the text of a value parses as the same value.
pub fn text_round_trips<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(thing: &T) {
    let text = thing.to_string();
    let read: T = text.parse().unwrap_or_else(|error| panic!("`{text}` does not parse: {error:?}"));
    assert_eq!(&read, thing, "`{text}` parses as a different value");
}

fn apply_effect(board: &mut BTreeMap<Cell, AnyPiece>, effect: &Effect) {
    let mut remove =
        |at: Cell| board.remove(&at).unwrap_or_else(|| panic!("there is no piece on {at}: {effect:?}"));
    match *effect {
        Effect::Slide { from, to, .. } => {
            let piece = remove(from);
            assert_eq!(board.insert(to, piece), None, "{to} is still occupied: {effect:?}");
        }
        Effect::Swap { a, b, .. } => {
            let (first, second) = (remove(a), remove(b));
            board.insert(a, second);
            board.insert(b, first);
        }
        Effect::Vanish { at, .. } => {
            remove(at);
        }
        Effect::Become { at, piece, .. } => {
            remove(at);
            board.insert(at, piece);
        }
        Effect::Appear { at, piece } => {
            assert_eq!(board.insert(at, piece), None, "a piece was already visible on {at}: {effect:?}");
        }
        Effect::Hide { at } => {
            remove(at);
        }
        Effect::Mark { .. } | Effect::Unmark { .. } | Effect::Rolled { .. } | Effect::TurnChanged { .. } => {}
    }
}
