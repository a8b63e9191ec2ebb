use serde::{Deserialize, Serialize};
use yipan_core::{Language, Localize};
use yipan_engine::computer::{LevelError, Strength};
use yipan_games::AnyGame;

use crate::limits::MoveLimits;

/// A request for the computer's action, as `yipan step` reads it after `choose`. Every member may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"level\": 6}")]
pub struct ChooseRequest {
    /// The level; `None` for full strength, which needs a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u64>,
    /// The seed of the choice.
    #[serde(default)]
    pub seed: u64,
    /// The time in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// The number of positions to search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// A reason not to choose an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChooseRequestError {
    /// The game does not have this level.
    InvalidLevel(LevelError),
    /// A limit is not in its range.
    InvalidLimit {
        /// The member of the request.
        name: &'static str,
        /// The largest value, if there is one. The smallest is 1.
        max: Option<u64>,
    },
    /// A search at full strength would not end.
    MissingLimit,
}

impl ChooseRequest {
    /// Returns the request for an action of a player with this level and these limits.
    #[must_use]
    pub(crate) fn new(level: Option<u8>, seed: u64, limits: &MoveLimits) -> ChooseRequest {
        let MoveLimits { movetime, nodes, depth, time_margin: _ } = *limits;
        ChooseRequest { level: level.map(u64::from), seed, movetime, nodes, depth }
    }

    /// Returns the strength and the limits of the choice.
    ///
    /// # Errors
    /// Returns [`ChooseRequestError`] if the game does not have the level, or if a limit is missing or not in its range.
    pub fn check(&self, game: &AnyGame) -> Result<(Strength, MoveLimits), ChooseRequestError> {
        let ChooseRequest { level, seed: _, movetime, nodes, depth } = *self;
        let strength = match level {
            Some(level) => Strength::parse_level(&level.to_string(), game.kind())
                .map(Strength::Level)
                .map_err(ChooseRequestError::InvalidLevel)?,
            None => Strength::Best,
        };
        for (name, value, max) in [
            ("movetime", movetime, Some(MoveLimits::MAX_MOVETIME)),
            ("nodes", nodes, None),
            ("depth", depth.map(u64::from), Some(u64::from(MoveLimits::MAX_DEPTH))),
        ] {
            if value.is_some_and(|value| value == 0 || max.is_some_and(|max| value > max)) {
                return Err(ChooseRequestError::InvalidLimit { name, max });
            }
        }
        let limits = MoveLimits { movetime, nodes, depth, time_margin: 0 };
        if limits.end_search(strength, game) {
            Ok((strength, limits))
        } else {
            Err(ChooseRequestError::MissingLimit)
        }
    }
}

impl Localize for ChooseRequestError {
    fn localize(&self, language: Language) -> String {
        match self {
            ChooseRequestError::InvalidLevel(error) => error.localize(language),
            ChooseRequestError::InvalidLimit { name, max } => match (max, language) {
                (Some(max), Language::English) => format!("set `{name}` to a number from 1 to {max}"),
                (Some(max), Language::Simplified) => format!("请把 `{name}` 设为 1 到 {max} 的数"),
                (Some(max), Language::Traditional) => format!("請把 `{name}` 設為 1 到 {max} 的數"),
                (None, Language::English) => format!("set `{name}` to at least 1"),
                (None, Language::Simplified) => format!("请把 `{name}` 至少设为 1"),
                (None, Language::Traditional) => format!("請把 `{name}` 至少設為 1"),
            },
            ChooseRequestError::MissingLimit => language
                .choose(
                    "full strength needs a limit; add `movetime`, `nodes` or `depth`, or a `level`",
                    "不设级别时需要限制；请加上 `movetime`、`nodes` 或 `depth`，或者 `level`",
                    "不設級別時需要限制；請加上 `movetime`、`nodes` 或 `depth`，或者 `level`",
                )
                .to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{GameKind, GameOptions};

    use super::*;

    fn game(kind: GameKind) -> AnyGame {
        AnyGame::start(kind, &GameOptions::default()).expect("the standard start")
    }

    fn check(text: &str, kind: GameKind) -> Result<(Strength, MoveLimits), ChooseRequestError> {
        serde_json::from_str::<ChooseRequest>(text).expect(text).check(&game(kind))
    }

    #[test]
    fn only_full_strength_needs_a_limit() {
        for (text, strength, kind) in [
            (r#"{"level": 10}"#, Strength::Level(10), GameKind::Chess),
            (r#"{"level": 5, "seed": 18446744073709551615}"#, Strength::Level(5), GameKind::Liuzichong),
            (r#"{"movetime": 3600000}"#, Strength::Best, GameKind::Chess),
            (r#"{"nodes": 1}"#, Strength::Best, GameKind::Xiangqi),
            (r#"{"depth": 100}"#, Strength::Best, GameKind::Xiangqi),
            // The tablebase knows the best move.
            ("{}", Strength::Best, GameKind::Liuzichong),
        ] {
            assert_eq!(check(text, kind).map(|(strength, _)| strength), Ok(strength), "{text}");
        }
        assert_eq!(check("{}", GameKind::Chess), Err(ChooseRequestError::MissingLimit));
        assert_eq!(check(r#"{"seed": 1}"#, GameKind::Xiangqi), Err(ChooseRequestError::MissingLimit));
    }

    #[test]
    fn levels_and_limits_out_of_range_are_rejected_in_three_languages() {
        for text in [
            r#"{"level": 0}"#,
            r#"{"level": 11}"#,
            r#"{"level": 18446744073709551615}"#,
            r#"{"movetime": 0}"#,
            r#"{"movetime": 3600001}"#,
            r#"{"nodes": 0, "level": 1}"#,
            r#"{"depth": 0}"#,
            r#"{"depth": 101}"#,
            "{}",
        ] {
            let error = check(text, GameKind::Chess).expect_err(text);
            let texts = Language::ALL.map(|language| error.localize(language));
            assert!(texts[0] != texts[1] && texts[1] != texts[2], "{text}: {texts:?}");
        }
    }

    #[test]
    fn a_request_is_read_as_it_was_written() {
        let limits = MoveLimits { movetime: Some(100), nodes: Some(7), depth: Some(3), time_margin: 1_000 };
        for (level, limits) in [(Some(6), limits), (None, MoveLimits::default())] {
            let request = ChooseRequest::new(level, u64::MAX, &limits);
            let text = serde_json::to_string(&request).expect("JSON");
            assert_eq!(serde_json::from_str::<ChooseRequest>(&text).expect("a request"), request);
        }
    }
}
