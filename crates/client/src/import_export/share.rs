//! Replays in URLs, for sharing.

use yipan_chess::pgn::GameResult;
use yipan_core::EndReason;
use yipan_games::GameKind;
use yipan_local_play::{DeclaredResult, LocalSetup, PlayerKind};

use crate::local::replay::Replay;

/// Returns the query string of a replay: its setup, its steps and its declared result.
#[must_use]
pub fn to_share_query(replay: &Replay) -> String {
    let setup = replay.setup();
    let parts = [
        ("p", setup.position.clone().unwrap_or_default()),
        ("r", setup.rules.join(" ")),
        ("o", setup.modes.join(" ")),
        ("m", replay.actions_before(replay.len()).join(" ")),
        ("d", replay.chance_outcomes().join(",")),
        ("e", replay.declared_result().map(result_text).unwrap_or_default()),
    ];
    let written = parts.iter().filter(|(_, text)| !text.is_empty());
    written.map(|(key, text)| format!("{key}={}", percent_encode(text))).collect::<Vec<_>>().join("&")
}

/// Parses a query string; `None` if it has no valid game.
#[must_use]
pub fn from_share_query(kind: GameKind, query: &str) -> Option<Replay> {
    let query = query.trim_start_matches('?');
    let part = |key: &str| {
        let found = query.split('&').filter_map(|part| part.split_once('=')).find(|(name, _)| *name == key);
        found.map(|(_, text)| percent_decode(text)).filter(|text| !text.is_empty())
    };
    if ["p", "r", "o", "m", "e"].into_iter().all(|key| part(key).is_none()) {
        return None;
    }
    let list = |key: &str, by: char| -> Vec<String> {
        part(key).map_or_else(Vec::new, |text| {
            text.split(by).filter(|word| !word.is_empty()).map(str::to_owned).collect()
        })
    };
    let setup = LocalSetup {
        position: part("p"),
        rules: list("r", ' '),
        modes: list("o", ' '),
        chance_outcomes: list("d", ','),
        ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0)
    };
    let actions = list("m", ' ');
    let replay = Replay::from_actions(setup, &actions).ok()?;
    let end = part("e").unwrap_or_default();
    let (result, termination) = end.split_once(' ').unwrap_or((&end, ""));
    let result = GameResult::parse(result).and_then(|result| DeclaredResult::from_tags(result, termination));
    let is_whole = replay.actions_before(replay.len()).len() == actions.len();
    Some(replay.with_result(result.filter(|_| is_whole)))
}

/// Writes the declared result: the result and the reason.
fn result_text(result: &DeclaredResult) -> String {
    format!("{} {}", result.result(), result.reason.map_or("", EndReason::key))
}

/// Percent-encodes a text for a query string, with spaces as `+`.
fn percent_encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => out.push('+'),
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'~'
            | b'/'
            | b','
            | b'*'
            | b':' => {
                out.push(char::from(byte));
            }
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}

fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let byte = match (first, tail) {
            (b'+', _) => b' ',
            (b'%', [high, low, after @ ..]) => {
                let digit =
                    |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
                match (digit(high), digit(low)) {
                    (Some(high), Some(low)) => {
                        rest = after;
                        high * 16 + low
                    }
                    _ => b'%',
                }
            }
            (byte, _) => *byte,
        };
        bytes.push(byte);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(replay: &Replay) -> Vec<String> {
        replay.steps().map(|step| format!("{step:?}")).collect()
    }

    #[test]
    fn a_replay_survives_the_url() {
        let modes: [&[&str]; 3] = [&[], &["dice-a", "mines"], &["fog"]];
        for modes in modes {
            let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
            let setup =
                LocalSetup { modes, ..LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 4) };
            let mut replay = Replay::start(setup).expect("a game");
            for _ in 0..12 {
                let actions = replay.game_at(replay.len()).actions();
                replay.push_action(&actions[actions.len() / 2]).expect("offered");
            }
            let again = from_share_query(GameKind::Chess, &format!("?{}", to_share_query(&replay)))
                .expect("a shared replay");
            assert_eq!(steps(&again), steps(&replay));
        }
    }

    #[test]
    fn a_position_is_written_as_it_is() {
        let position = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
        let setup = LocalSetup {
            position: Some(position.into()),
            ..LocalSetup::default_for(GameKind::Xiangqi, [PlayerKind::Human; 2], 0)
        };
        let replay = Replay::from_actions(setup, &["a8a9".into()]).expect("a game");
        assert_eq!(to_share_query(&replay), "p=3k5/R8/9/9/9/9/9/9/9/4K4+w+-+-+0+1&m=a8a9");
        assert_eq!(
            steps(&from_share_query(GameKind::Xiangqi, &to_share_query(&replay)).expect("a shared replay")),
            steps(&replay)
        );
    }

    #[test]
    fn a_game_that_ends_before_its_first_move_survives_the_url() {
        let replay = from_share_query(GameKind::Chess, "e=1-0+").expect("a shared replay");
        assert_eq!((replay.len(), to_share_query(&replay).as_str()), (0, "e=1-0+"));
    }

    #[test]
    fn a_url_without_a_game_gives_no_replay() {
        for query in ["", "?", "?x=1", "?p=nonsense", "?p=%", "?p=%ff%fe", "?m=&p="] {
            assert!(from_share_query(GameKind::Chess, query).is_none(), "{query}");
        }
        // The replay ends before the first illegal action.
        assert_eq!(from_share_query(GameKind::Chess, "m=e2e4+e2e4").map(|replay| replay.len()), Some(1));
    }
}
