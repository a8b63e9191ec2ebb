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
        let name = |cell| game.cell_name(cell);
        match *effect {
            Effect::Slide { from, to, cause } => {
                EffectJson::Slide { from: name(from), to: name(to), cause: cause.to_string() }
            }
            Effect::Swap { a, b, cause } => {
                EffectJson::Swap { a: name(a), b: name(b), cause: cause.to_string() }
            }
            Effect::Vanish { at, cause } => EffectJson::Vanish { at: name(at), cause: cause.to_string() },
            Effect::Become { at, man, cause } => EffectJson::Become {
                at: name(at),
                seat: game.seat_key(man.seat),
                man: man.letter,
                cause: cause.to_string(),
            },
        }
    }
}
