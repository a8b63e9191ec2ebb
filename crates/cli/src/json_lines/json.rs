//! The JSON of game states and effects.

use serde::Serialize;
use yipan_core::{DieFace, Effect, Mark};
use yipan_games::{AnyGame, AnyView};

/// The outcome of a game.
#[derive(Debug, Serialize)]
pub(crate) struct OutcomeJson {
    winner: Option<&'static str>,
    reason: String,
}

/// Returns the outcome, or `None` while the game is running.
pub(crate) fn outcome(game: &AnyGame) -> Option<OutcomeJson> {
    game.outcome().map(|outcome| OutcomeJson {
        winner: outcome.winner.map(|side| game.side_key(side)),
        reason: outcome.reason.to_string(),
    })
}

/// The state that modes add, as the viewer may see it.
#[derive(Debug, Serialize)]
pub(crate) struct ModesJson {
    check: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<DiceJson>,
    marks: Vec<PlacedMarkJson>,
    /// The cells that the viewer cannot see.
    hidden: Vec<String>,
}

#[derive(Debug, Serialize)]
struct DiceJson {
    owner: &'static str,
    phase: String,
    dice: Vec<DieJson>,
    rerolls: [u8; 2],
}

#[derive(Debug, Serialize)]
struct DieJson {
    #[serde(flatten)]
    face: FaceJson,
    used: bool,
    /// Missing if the viewer may not know it or it is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    dead: Option<bool>,
}

#[derive(Debug, Serialize)]
struct PlacedMarkJson {
    at: String,
    #[serde(flatten)]
    mark: MarkJson,
}

impl ModesJson {
    pub(crate) fn new(game: &AnyGame, view: &AnyView) -> ModesJson {
        let die = |&(face, used, dead): &(DieFace, bool, Option<bool>)| DieJson {
            face: FaceJson::new(game, face),
            used,
            dead,
        };
        ModesJson {
            check: view.in_check,
            dice: view.dice.as_ref().map(|dice| DiceJson {
                owner: game.side_key(dice.owner),
                phase: dice.phase.to_string(),
                dice: dice.dice.iter().map(die).collect(),
                rerolls: dice.rerolls,
            }),
            marks: view
                .marks
                .iter()
                .map(|&(at, mark)| PlacedMarkJson { at: game.cell_name(at), mark: MarkJson::new(game, mark) })
                .collect(),
            hidden: view.hidden.iter().map(|&cell| game.cell_name(cell)).collect(),
        }
    }
}

/// An effect, tagged with its name.
#[derive(Debug, Serialize)]
#[serde(tag = "effect", rename_all = "kebab-case")]
pub(crate) enum EffectJson {
    Slide {
        from: String,
        to: String,
        cause: String,
    },
    Swap {
        a: String,
        b: String,
        cause: String,
    },
    Vanish {
        at: String,
        cause: String,
    },
    Become {
        at: String,
        side: &'static str,
        piece: char,
        cause: String,
    },
    Appear {
        at: String,
        side: &'static str,
        piece: char,
    },
    Hide {
        at: String,
    },
    Mark {
        at: String,
        #[serde(flatten)]
        mark: MarkJson,
    },
    Unmark {
        at: String,
        #[serde(flatten)]
        mark: MarkJson,
    },
    Rolled {
        side: &'static str,
        #[serde(flatten)]
        face: FaceJson,
    },
    TurnChanged {
        side: &'static str,
        reason: String,
    },
}

/// A mark on the board, with its owner, and the number of a mine count.
#[derive(Debug, Serialize)]
pub(crate) struct MarkJson {
    mark: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mines: Option<u8>,
}

impl MarkJson {
    pub(crate) fn new(game: &AnyGame, mark: Mark) -> MarkJson {
        let (owner, mines) = match mark {
            Mark::Mine | Mark::Crater | Mark::Portal { owner: None } => (None, None),
            Mark::Portal { owner: Some(owner) } => (Some(owner), None),
            Mark::MineCount { viewer, mines } => (Some(viewer), Some(mines)),
        };
        MarkJson { mark: mark.to_string(), owner: owner.map(|side| game.side_key(side)), mines }
    }
}

/// The face of a die: a piece letter, `*` for any piece, `?` for one that is rolled later. `at` names a single piece.
#[derive(Debug, Serialize)]
pub(crate) struct FaceJson {
    face: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
}

impl FaceJson {
    pub(crate) fn new(game: &AnyGame, face: DieFace) -> FaceJson {
        FaceJson { face: face.letter, at: face.at.map(|cell| game.cell_name(cell)) }
    }
}

impl EffectJson {
    pub(crate) fn new(game: &AnyGame, effect: &Effect) -> EffectJson {
        let name = |cell| game.cell_name(cell);
        match *effect {
            Effect::Slide { from, to, cause } => {
                EffectJson::Slide { from: name(from), to: name(to), cause: cause.to_string() }
            }
            Effect::Swap { a, b, cause } => {
                EffectJson::Swap { a: name(a), b: name(b), cause: cause.to_string() }
            }
            Effect::Vanish { at, cause } => EffectJson::Vanish { at: name(at), cause: cause.to_string() },
            Effect::Become { at, piece, cause } => EffectJson::Become {
                at: name(at),
                side: game.side_key(piece.side),
                piece: piece.letter,
                cause: cause.to_string(),
            },
            Effect::Appear { at, piece } => {
                EffectJson::Appear { at: name(at), side: game.side_key(piece.side), piece: piece.letter }
            }
            Effect::Hide { at } => EffectJson::Hide { at: name(at) },
            Effect::Mark { at, mark } => EffectJson::Mark { at: name(at), mark: MarkJson::new(game, mark) },
            Effect::Unmark { at, mark } => {
                EffectJson::Unmark { at: name(at), mark: MarkJson::new(game, mark) }
            }
            Effect::Rolled { side, face } => {
                EffectJson::Rolled { side: game.side_key(side), face: FaceJson::new(game, face) }
            }
            Effect::TurnChanged { side, reason } => {
                EffectJson::TurnChanged { side: game.side_key(side), reason: reason.to_string() }
            }
        }
    }
}
