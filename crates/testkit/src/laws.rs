//! The laws of the house, each a function that panics when its law is broken.
//!
//! Numbers are those of `ARCHITECTURE.md`. Law 5, non-interference, needs two games that differ only in a secret, and
//! only a game's own tests can make those.

use std::{
    collections::BTreeMap,
    fmt::{Debug, Display},
    str::FromStr,
};

use yipan_record::Log;
use yipan_rules::{Cell, Effect, Game, Kernel, Man, MoveKind, MoveList, Step, Viewer, perft, rich_perft};

use crate::playing::{StepOf, offered};

/// Law 1, agreement: both doors count the same lines.
pub fn agreement<K: Kernel, G: Game>(kernel: &K, game: &G, depth: u32) {
    assert_eq!(perft(kernel, depth), rich_perft(game, depth), "the two doors disagree at depth {depth}");
}

/// Law 2, replay: folding a log is a function, and a log survives being written down.
pub fn replay<G: Game + PartialEq + Debug>(setup: &G::Setup, steps: &[StepOf<G>], reached: &G)
where
    G::Setup: Debug,
    G::Action: Debug,
    G::Draw: Debug,
{
    let mut log = Log::<G>::new(setup.clone());
    steps.iter().for_each(|step| log.push(*step));
    let folded = |log: &Log<G>| log.fold().expect("a log of legal steps folds");
    assert_eq!(&folded(&log), reached, "folding the log gives another game than playing it");
    let read: Log<G> = log.to_string().parse().expect("a written log reads");
    assert_eq!(read, log, "the log reads back as another");
    assert_eq!(&folded(&read), reached, "the written log folds to another game");
}

/// Law 3, completeness: the effects of a step, folded over the old board, give the new one.
pub fn completeness<G: Game>(before: &G, step: StepOf<G>) {
    let mut effects = Vec::new();
    let mut after = before.clone();
    after.apply(step, &mut effects).expect("an offered step is a legal step");
    let mut board: BTreeMap<Cell, Man> = before.men().into_iter().collect();
    for effect in &effects {
        fold(&mut board, effect);
    }
    let expected: BTreeMap<Cell, Man> = after.men().into_iter().collect();
    assert_eq!(board, expected, "the effects {effects:?} do not tell the whole move");
}

/// Law 3 as one viewer has it: what a viewer witnesses of a step, folded over what it saw, gives what it sees.
///
/// `seen` gives the men that a viewer sees; this returns what was witnessed.
pub fn account<G: Game>(
    before: &G,
    step: StepOf<G>,
    viewer: Viewer,
    seen: impl Fn(&G, Viewer) -> Vec<(Cell, Man)>,
) -> Vec<Effect> {
    let (mut after, mut effects) = (before.clone(), Vec::new());
    after.apply(step, &mut effects).expect("an offered step is a legal step");
    let witnessed = G::witness(before, &after, &effects, viewer);
    let mut board: BTreeMap<Cell, Man> = seen(before, viewer).into_iter().collect();
    witnessed.iter().for_each(|effect| fold(&mut board, effect));
    let expected: BTreeMap<Cell, Man> = seen(&after, viewer).into_iter().collect();
    assert_eq!(board, expected, "{viewer:?} is told {witnessed:?}, which is not what it sees");
    witnessed
}

/// The cells that an effect names.
pub fn named(effect: &Effect) -> Vec<Cell> {
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
        Effect::Hand { .. } => Vec::new(),
    }
}

/// Law 4, discretion: a witnessed effect names nothing but cells its viewer may know.
pub fn discretion(witnessed: &[Effect], may_know: impl Fn(Cell, &Effect) -> bool) {
    for effect in witnessed {
        for cell in named(effect) {
            assert!(may_know(cell, effect), "{effect:?} names {cell}, which its viewer could not see");
        }
    }
}

/// Law 6, rollback: make and unmake of every move is identity, key included. Captures and quiets are all moves,
/// and `takes` says which is which.
pub fn rollback<K: Kernel<Move: Debug> + PartialEq + Debug>(kernel: &K, takes: impl Fn(K::Move) -> bool) {
    let list = |kind| {
        let mut moves = MoveList::new();
        kernel.moves(kind, &mut moves);
        moves
    };
    let all = list(MoveKind::All);
    assert_eq!(kernel.count(), all.len() as u64, "counting and listing disagree in {kernel:?}");
    let (captures, quiets) = (list(MoveKind::Captures), list(MoveKind::Quiets));
    assert_eq!(captures.len() + quiets.len(), all.len(), "captures and quiets are not all of {kernel:?}");
    assert!(captures.iter().all(|&mv| takes(mv)), "a capture of {kernel:?} takes nothing");
    assert!(!quiets.iter().any(|&mv| takes(mv)), "a quiet move of {kernel:?} takes a man");
    for mv in captures.iter().chain(&quiets) {
        assert!(all.contains(mv), "{mv:?} is not among all moves of {kernel:?}");
        let mut board = kernel.clone();
        let undo = board.make(*mv);
        board.unmake(*mv, undo);
        assert_eq!((&board, board.key()), (kernel, kernel.key()), "{mv:?} cannot be taken back");
    }
}

/// Law 7, refusal: a step that is not offered is refused, and leaves the game and the sink untouched.
pub fn refusal<G: Game + PartialEq + Debug>(game: &G, action: G::Action)
where
    G::Action: Debug,
{
    if offered(game).contains(&Step::Act(action)) {
        return;
    }
    let (mut after, mut effects) = (game.clone(), Vec::new());
    if after.apply(Step::Act(action), &mut effects).is_err() {
        assert_eq!(&after, game, "refusing {action:?} changed the game");
        assert!(effects.is_empty(), "refusing {action:?} had effects: {effects:?}");
    } else {
        // The only way in is another way of writing a step that is offered.
        let same = offered(game).into_iter().any(|step| {
            let mut other = game.clone();
            other.apply(step, &mut Vec::new()).is_ok() && other == after
        });
        assert!(same, "{action:?} was not offered but taken");
    }
}

/// Law 8, round trip: what is printed reads back as itself.
pub fn round_trip<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(thing: &T) {
    let text = thing.to_string();
    let read: T = text.parse().unwrap_or_else(|error| panic!("`{text}` does not read back: {error:?}"));
    assert_eq!(&read, thing, "`{text}` reads back as another");
}

fn fold(board: &mut BTreeMap<Cell, Man>, effect: &Effect) {
    let mut take =
        |at: Cell| board.remove(&at).unwrap_or_else(|| panic!("nobody stands on {at}: {effect:?}"));
    match *effect {
        Effect::Slide { from, to, .. } => {
            let man = take(from);
            assert_eq!(board.insert(to, man), None, "somebody still stands on {to}: {effect:?}");
        }
        Effect::Swap { a, b, .. } => {
            let (first, second) = (take(a), take(b));
            board.insert(a, second);
            board.insert(b, first);
        }
        Effect::Vanish { at, .. } => {
            take(at);
        }
        Effect::Become { at, man, .. } => {
            take(at);
            board.insert(at, man);
        }
        Effect::Appear { at, man } => {
            assert_eq!(board.insert(at, man), None, "somebody was seen on {at} before: {effect:?}");
        }
        Effect::Hide { at } => {
            take(at);
        }
        Effect::Mark { .. } | Effect::Unmark { .. } | Effect::Rolled { .. } | Effect::Hand { .. } => {}
    }
}
