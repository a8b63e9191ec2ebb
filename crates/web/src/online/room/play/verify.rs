//! Verifies in the browser that the chance events of a finished game follow from the committed seed.

use yipan_client::LocalizedText;
use yipan_client::text::online;
use yipan_core::Game;
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_record::{GameRecord, ParseRecordError, VerifyReport};

/// Verifies a record against the seed commitment. Both results are messages for the user.
pub(crate) fn verify(kind: GameKind, record: &str, commitment: &str) -> Result<LocalizedText, LocalizedText> {
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
        let mut text = online::VERIFIED.localize_with(language, &[&steps, &chance_events]);
        if verified.sides_were_random {
            text += " ";
            text += online::SIDES_VERIFIED.localize(language);
        }
        text
    }))
}

/// Verifies a record. The game argument only selects the type.
fn verify_record<G: Game>(_: &G, record: &str) -> Result<VerifyReport, LocalizedText> {
    let game_record: GameRecord<G> =
        record.parse().map_err(|error: ParseRecordError| unreadable_line(error.line))?;
    game_record.verify().map_err(|error| LocalizedText::from_message(&error))
}

fn unreadable_line(line: usize) -> LocalizedText {
    LocalizedText::new(|language| online::RECORD_LINE_INVALID.localize_with(language, &[&line.to_string()]))
}
