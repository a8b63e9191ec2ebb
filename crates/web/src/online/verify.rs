//! Whether the draws of a finished game are those that were promised, recomputed in the page itself.

use yipan_board::text::online;
use yipan_games::{AnyGame, GameKind, Options};
use yipan_record::{Log, Verified};
use yipan_rules::{Game, Language, Words};

/// What was found true of a record, in words, or what was not.
pub(super) fn verify(
    kind: GameKind,
    record: &str,
    promised: &str,
    language: Language,
) -> Result<String, String> {
    let start = AnyGame::start(kind, &Options::default()).map_err(|error| error.words(language))?;
    let verified = match &start {
        AnyGame::Chess(game) => check(game, record, language),
        AnyGame::Xiangqi(game) => check(game, record, language),
        AnyGame::Liuzichong(game) => check(game, record, language),
    }?;
    if verified.commitment.to_string() != promised {
        return Err(online::OTHER_PROMISE.say(language).to_owned());
    }
    let (steps, draws) = (verified.steps.to_string(), verified.draws.to_string());
    let mut words = online::VERIFIED.fill(language, &[&steps, &draws]);
    if verified.colour {
        words += " ";
        words += online::COLOURS_TOO.say(language);
    }
    Ok(words)
}

/// The game is named only for its rules.
fn check<G: Game>(_: &G, record: &str, language: Language) -> Result<Verified, String> {
    let log: Log<G> = record.parse().map_err(|error: yipan_record::RecordError| error.to_string())?;
    log.verify().map_err(|tampered| tampered.words(language))
}
