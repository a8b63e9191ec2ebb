//! What the commands say of a game, as JSON.

use serde::Serialize;
use yipan_core::{DieFace, Effect, Mark};
use yipan_games::{AnyGame, AnyView};

/// How a game ended.
#[derive(Debug, Serialize)]
pub(crate) struct OutcomeJson {
    winner: Option<&'static str>,
    reason: String,
}

/// How the game ended, if it has.
pub(crate) fn outcome(game: &AnyGame) -> Option<OutcomeJson> {
    game.outcome().map(|outcome| OutcomeJson {
        winner: outcome.winner.map(|seat| game.side_key(seat)),
        reason: outcome.reason.to_string(),
    })
}

/// What modes add to how a game stands, as far as the viewer may know.
#[derive(Debug, Serialize)]
pub(crate) struct ModesJson {
    check: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<DiceJson>,
    marks: Vec<PlacedMarkJson>,
    /// The squares that the viewer does not see.
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
    /// Left out where the viewer may not know it, or where it is not decided yet.
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

/// An effect as an object with its name first.
#[derive(Debug, Serialize)]
#[serde(tag = "effect", rename_all = "lowercase")]
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

/// Something on the board that is no man: what it is, whose it is, and the number of a hint.
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
            Mark::MineCount { viewer: to, mines } => (Some(to), Some(mines)),
        };
        MarkJson { mark: mark.to_string(), owner: owner.map(|seat| game.side_key(seat)), mines }
    }
}

/// What a die shows: a letter, `*` for any man, `?` for a die that is rolled later; and the man it names, if one.
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
            Effect::Become { at, piece: man, cause } => EffectJson::Become {
                at: name(at),
                side: game.side_key(man.seat),
                piece: man.letter,
                cause: cause.to_string(),
            },
            Effect::Appear { at, piece: man } => {
                EffectJson::Appear { at: name(at), side: game.side_key(man.seat), piece: man.letter }
            }
            Effect::Hide { at } => EffectJson::Hide { at: name(at) },
            Effect::Mark { at, mark } => EffectJson::Mark { at: name(at), mark: MarkJson::new(game, mark) },
            Effect::Unmark { at, mark } => {
                EffectJson::Unmark { at: name(at), mark: MarkJson::new(game, mark) }
            }
            Effect::Rolled { side: seat, face } => {
                EffectJson::Rolled { side: game.side_key(seat), face: FaceJson::new(game, face) }
            }
            Effect::TurnChanged { side: seat, reason: why } => {
                EffectJson::TurnChanged { side: game.side_key(seat), reason: why.to_string() }
            }
        }
    }
}
