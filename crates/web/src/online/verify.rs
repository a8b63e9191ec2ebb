//! Whether the draws of a finished game are those that were promised, recomputed in the page itself.

use yipan_client::LocalizedText;
use yipan_client::text::online;
use yipan_core::Game;
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_record::{GameRecord, ParseRecordError, VerifyReport};

/// What was found true of a record, or what was not.
pub(super) fn verify(kind: GameKind, record: &str, commitment: &str) -> Result<LocalizedText, LocalizedText> {
    let start =
        AnyGame::start(kind, &GameOptions::default()).map_err(|error| LocalizedText::from_message(&error))?;
    let verified = match &start {
        AnyGame::Chess(game) => verify_record(game, record),
        AnyGame::Xiangqi(game) => verify_record(game, record),
        AnyGame::Liuzichong(game) => verify_record(game, record),
    }?;
    if verified.commitment.to_string() != commitment {
        return Err(online::COMMITMENT_MISMATCH.into());
    }
    let (steps, chance_events) = (verified.steps.to_string(), verified.chance_events.to_string());
    Ok(LocalizedText::new(|language| {
        let mut words = online::VERIFIED.localize_with(language, &[&steps, &chance_events]);
        if verified.sides_were_random {
            words += " ";
            words += online::SIDES_VERIFIED.localize(language);
        }
        words
    }))
}

/// The game is named only for its rules.
fn verify_record<G: Game>(_: &G, record: &str) -> Result<VerifyReport, LocalizedText> {
    let log: GameRecord<G> = record.parse().map_err(|error: ParseRecordError| unreadable_line(error.line))?;
    log.verify().map_err(|error| LocalizedText::from_message(&error))
}

fn unreadable_line(line: usize) -> LocalizedText {
    LocalizedText::new(|language| online::RECORD_LINE_INVALID.localize_with(language, &[&line.to_string()]))
}
