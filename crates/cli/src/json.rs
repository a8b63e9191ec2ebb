//! What the commands say of a game, as JSON.

use serde::Serialize;
use yipan_games::AnyGame;
use yipan_rules::Effect;

/// How a game ended.
#[derive(Debug, Serialize)]
pub(crate) struct OutcomeJson {
    winner: Option<&'static str>,
    reason: String,
}

/// How the game ended, if it has.
pub(crate) fn outcome(game: &AnyGame) -> Option<OutcomeJson> {
    game.outcome().map(|outcome| OutcomeJson {
        winner: outcome.winner.map(|seat| game.seat_key(seat)),
        reason: outcome.reason.to_string(),
    })
}

/// An effect as an object with its name first.
#[derive(Debug, Serialize)]
#[serde(tag = "effect", rename_all = "lowercase")]
pub(crate) enum EffectJson {
    Slide { from: String, to: String, cause: String },
    Swap { a: String, b: String, cause: String },
    Vanish { at: String, cause: String },
    Become { at: String, seat: &'static str, man: char, cause: String },
}

impl EffectJson {
    pub(crate) fn new(game: &AnyGame, effect: &Effect) -> EffectJson {
        match *effect {
            Effect::Slide { from, to, cause } => {
                EffectJson::Slide { from: from.to_string(), to: to.to_string(), cause: cause.to_string() }
            }
            Effect::Swap { a, b, cause } => {
                EffectJson::Swap { a: a.to_string(), b: b.to_string(), cause: cause.to_string() }
            }
            Effect::Vanish { at, cause } => {
                EffectJson::Vanish { at: at.to_string(), cause: cause.to_string() }
            }
            Effect::Become { at, man, cause } => EffectJson::Become {
                at: at.to_string(),
                seat: game.seat_key(man.seat),
                man: man.letter,
                cause: cause.to_string(),
            },
        }
    }
}
