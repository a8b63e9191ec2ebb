//! The laws of the house, each a function that panics when its law is broken.
//!
//! Numbers are those of `ARCHITECTURE.md`. Law 5, non-interference, needs two games that differ only in a secret, and
//! only a game's own tests can make those.

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

/// Law 1, agreement: both doors count the same lines.
pub fn perft_agrees<P: MoveGenerator, G: Game>(position: &P, game: &G, depth: u32) {
    assert_eq!(perft(position, depth), perft_game(game, depth), "the two doors disagree at depth {depth}");
}

/// Law 2, replay: folding a log is a function, and a log survives being written down.
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
    let replayed = |record: &GameRecord<G>| record.replay().expect("a log of legal steps folds");
    assert_eq!(&replayed(&record), reached, "folding the log gives another game than playing it");
    let read: GameRecord<G> = record.to_string().parse().expect("a written log reads");
    assert_eq!(read, record, "the log reads back as another");
    assert_eq!(&replayed(&read), reached, "the written log folds to another game");
}

/// Law 3, completeness: the effects of a step, folded over the old board, give the new one.
pub fn effects_are_complete<G: Game>(before: &G, step: StepOf<G>) {
    let mut effects = Vec::new();
    let mut after = before.clone();
    after.apply(step, &mut effects).expect("an offered step is a legal step");
    let mut board: BTreeMap<Cell, AnyPiece> = before.pieces().into_iter().collect();
    for effect in &effects {
        apply_effect(&mut board, effect);
    }
    let expected: BTreeMap<Cell, AnyPiece> = after.pieces().into_iter().collect();
    assert_eq!(board, expected, "the effects {effects:?} do not tell the whole move");
}

/// Law 3 as one viewer has it: what a viewer witnesses of a step, folded over what it saw, gives what it sees.
///
/// `seen` gives the pieces that a viewer sees; this returns what was witnessed.
pub fn view_matches_effects<G: Game>(
    before: &G,
    step: StepOf<G>,
    viewer: Viewer,
    visible_pieces: impl Fn(&G, Viewer) -> Vec<(Cell, AnyPiece)>,
) -> Vec<Effect> {
    let (mut after, mut effects) = (before.clone(), Vec::new());
    after.apply(step, &mut effects).expect("an offered step is a legal step");
    let visible = G::visible_effects(before, &after, &effects, viewer);
    let mut board: BTreeMap<Cell, AnyPiece> = visible_pieces(before, viewer).into_iter().collect();
    visible.iter().for_each(|effect| apply_effect(&mut board, effect));
    let expected: BTreeMap<Cell, AnyPiece> = visible_pieces(&after, viewer).into_iter().collect();
    assert_eq!(board, expected, "{viewer:?} is told {visible:?}, which is not what it sees");
    visible
}

/// The cells that an effect names.
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

/// Law 4, discretion: a witnessed effect names nothing but cells its viewer may know.
pub fn no_hidden_cells_named(visible: &[Effect], is_visible: impl Fn(Cell, &Effect) -> bool) {
    for effect in visible {
        for cell in named_cells(effect) {
            assert!(is_visible(cell, effect), "{effect:?} names {cell}, which its viewer could not see");
        }
    }
}

/// Law 6, rollback: make and unmake of every move is identity, key included. Captures and quiets are all moves,
/// and `takes` says which is which.
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
    assert!(captures.iter().all(|&mv| is_capture(mv)), "a capture of {position:?} takes nothing");
    assert!(!quiets.iter().any(|&mv| is_capture(mv)), "a quiet move of {position:?} takes a piece");
    for mv in captures.iter().chain(&quiets) {
        assert!(all.contains(mv), "{mv:?} is not among all moves of {position:?}");
        let mut board = position.clone();
        let undo = board.make(*mv);
        board.unmake(*mv, undo);
        assert_eq!((&board, board.key()), (position, position.key()), "{mv:?} cannot be taken back");
    }
}

/// Law 7, refusal: a step that is not offered is refused, and leaves the game and the sink untouched.
pub fn rejected_action_changes_nothing<G: Game + PartialEq + Debug>(game: &G, action: G::Action)
where
    G::Action: Debug,
{
    if legal_steps(game).contains(&Step::Action(action)) {
        return;
    }
    let (mut after, mut effects) = (game.clone(), Vec::new());
    if after.apply(Step::Action(action), &mut effects).is_err() {
        assert_eq!(&after, game, "refusing {action:?} changed the game");
        assert!(effects.is_empty(), "refusing {action:?} had effects: {effects:?}");
    } else {
        // The only way in is another way of writing a step that is offered.
        let same = legal_steps(game).into_iter().any(|step| {
            let mut other = game.clone();
            other.apply(step, &mut Vec::new()).is_ok() && other == after
        });
        assert!(same, "{action:?} was not offered but taken");
    }
}

/// Law 8, round trip: what is printed reads back as itself.
pub fn text_round_trips<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(thing: &T) {
    let text = thing.to_string();
    let read: T = text.parse().unwrap_or_else(|error| panic!("`{text}` does not read back: {error:?}"));
    assert_eq!(&read, thing, "`{text}` reads back as another");
}

fn apply_effect(board: &mut BTreeMap<Cell, AnyPiece>, effect: &Effect) {
    let mut remove =
        |at: Cell| board.remove(&at).unwrap_or_else(|| panic!("nobody stands on {at}: {effect:?}"));
    match *effect {
        Effect::Slide { from, to, .. } => {
            let piece = remove(from);
            assert_eq!(board.insert(to, piece), None, "somebody still stands on {to}: {effect:?}");
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
            assert_eq!(board.insert(at, piece), None, "somebody was seen on {at} before: {effect:?}");
        }
        Effect::Hide { at } => {
            remove(at);
        }
        Effect::Mark { .. } | Effect::Unmark { .. } | Effect::Rolled { .. } | Effect::TurnChanged { .. } => {}
    }
}
