//! Whether the draws of a finished game are those that were promised, recomputed in the page itself.

use yipan_board::Said;
use yipan_board::text::online;
use yipan_games::{AnyGame, GameKind, Options};
use yipan_record::{Log, RecordError, Verified};
use yipan_rules::Game;

/// What was found true of a record, or what was not.
pub(super) fn verify(kind: GameKind, record: &str, promised: &str) -> Result<Said, Said> {
    let start = AnyGame::start(kind, &Options::default()).map_err(|error| Said::told(&error))?;
    let verified = match &start {
        AnyGame::Chess(game) => check(game, record),
        AnyGame::Xiangqi(game) => check(game, record),
        AnyGame::Liuzichong(game) => check(game, record),
    }?;
    if verified.commitment.to_string() != promised {
        return Err(online::OTHER_PROMISE.into());
    }
    let (steps, draws) = (verified.steps.to_string(), verified.draws.to_string());
    Ok(Said::new(|language| {
        let mut words = online::VERIFIED.fill(language, &[&steps, &draws]);
        if verified.colour {
            words += " ";
            words += online::COLOURS_TOO.say(language);
        }
        words
    }))
}

/// The game is named only for its rules.
fn check<G: Game>(_: &G, record: &str) -> Result<Verified, Said> {
    let log: Log<G> = record.parse().map_err(|error: RecordError| unreadable(error.line))?;
    log.verify().map_err(|tampered| Said::told(&tampered))
}

fn unreadable(line: usize) -> Said {
    Said::new(|language| online::UNREADABLE.fill(language, &[&line.to_string()]))
}
