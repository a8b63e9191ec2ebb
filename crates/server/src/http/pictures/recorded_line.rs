//! A game that a client sends as a record, to be drawn.

use std::time::{Duration, Instant};

use yipan_core::{Language, Localize, NullSink, Step};
use yipan_games::{AnyGame, AnyRecord};
use yipan_wire::{MAX_PICTURE_RECORD_BYTES, MAX_PICTURE_STEPS};

use super::drawing_error::DrawingError;
use super::frame::{Frame, FrameStyle, frames};
use crate::api_errors;

/// The steps of a record, all of them legal.
#[derive(Debug)]
pub(super) struct RecordedLine {
    initial_game: AnyGame,
    /// The actions with the chance events after each. The first entry has no action.
    plies: Vec<(Option<String>, Vec<String>)>,
}

impl RecordedLine {
    /// Parses a record and plays it through, unless that takes too long.
    pub(super) fn parse(
        record: &str,
        max_time: Duration,
        language: Language,
    ) -> Result<RecordedLine, DrawingError> {
        let started = Instant::now();
        let rejected =
            |problem: &str| DrawingError::Rejected(Box::new(api_errors::bad_message(problem, language)));
        if record.len() > MAX_PICTURE_RECORD_BYTES {
            return Err(rejected(too_long_text(language)));
        }
        let record = AnyRecord::parse(record).map_err(|error| rejected(&error.localize(language)))?;
        let steps = record.steps();
        if steps.len() > MAX_PICTURE_STEPS {
            return Err(rejected(too_long_text(language)));
        }
        let initial_game = AnyGame::start(record.kind(), &record.options())
            .map_err(|error| rejected(&error.localize(language)))?;
        let (mut game, mut plies) = (initial_game.clone(), vec![(None, Vec::new())]);
        for step in steps {
            if started.elapsed() >= max_time {
                return Err(DrawingError::Slow);
            }
            let played = match &step {
                Step::Action(action) => game.apply_action(action, &mut NullSink).map(drop),
                Step::Chance(outcome) => game.apply_chance(outcome, &mut NullSink),
            };
            played.map_err(|error| rejected(&error.localize(language)))?;
            match (step, plies.last_mut()) {
                (Step::Chance(outcome), Some((_, chance_events))) => chance_events.push(outcome),
                (Step::Action(action), _) => plies.push((Some(action), Vec::new())),
                (Step::Chance(_), None) => {}
            }
        }
        Ok(RecordedLine { initial_game, plies })
    }

    /// Returns the number of actions.
    pub(super) fn ply_count(&self) -> usize {
        self.plies.len() - 1
    }

    /// Returns the positions after these numbers of actions, which must be in order.
    pub(super) fn frames(&self, plies: &[usize], style: FrameStyle) -> Vec<Frame> {
        let steps = self.plies.iter().map(|(action, events)| (action.as_deref(), events.as_slice()));
        frames(&self.initial_game, steps, plies, style)
    }
}

fn too_long_text(language: Language) -> &'static str {
    language.choose(
        "the game is too long to be drawn; send at most 2000 steps and 64 KiB",
        "棋局太长，无法绘制；最多 2000 步、64 KiB",
        "棋局太長，無法繪製；最多 2000 步、64 KiB",
    )
}

#[cfg(test)]
mod tests {
    use yipan_core::{Side, Viewer};

    use super::*;

    const TIME: Duration = Duration::from_secs(60);

    const STYLE: FrameStyle = FrameStyle {
        viewer: Viewer::Arbiter,
        bottom: Side::First,
        board_height: 100,
        language: Language::English,
    };

    fn record(actions: &[&str]) -> String {
        let mut record = AnyRecord::new(yipan_games::GameKind::Chess, &yipan_games::GameOptions::default())
            .expect("chess");
        for action in actions {
            record.push(&Step::Action((*action).to_owned())).expect("an action");
        }
        record.to_string()
    }

    #[test]
    fn a_record_is_drawn_at_every_ply() {
        let line = RecordedLine::parse(&record(&["e2e4", "e7e5"]), TIME, Language::English).expect("a line");
        assert_eq!(line.ply_count(), 2);
        let frames = line.frames(&[0, 1, 2], STYLE);
        assert_eq!(frames.len(), 3);
        assert_ne!(frames[1].to_svg(), frames[2].to_svg());
    }

    #[test]
    fn a_long_record_an_illegal_step_and_other_texts_are_rejected() {
        let shuffle: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(MAX_PICTURE_STEPS / 4 + 1);
        let long_tag = record(&[]).replace("setup", &format!("tag Note {}\nsetup", "x".repeat(70_000)));
        for text in
            [record(&["e2e5"]), record(&shuffle), long_tag, String::new(), "yipan record 1".to_owned()]
        {
            let error = RecordedLine::parse(&text, TIME, Language::English).expect_err("not a line");
            assert!(matches!(error, DrawingError::Rejected(_)), "{error:?}");
        }
        let slow = RecordedLine::parse(&record(&["e2e4"]), Duration::ZERO, Language::English);
        assert_eq!(slow.err(), Some(DrawingError::Slow));
    }
}
