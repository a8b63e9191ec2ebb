//! Texts that are the same for all games: records, actions and time controls.

use yipan_clock::{SideTimeControl, TimeControl};
use yipan_core::NullSink;
use yipan_games::{AnyGame, AnyRecord, GameKind, GameOptions};
use yipan_testkit::laws;

use crate::input;

/// Parses any text as a record. An accepted record must round-trip, and replaying it must not panic.
pub fn record(bytes: &[u8]) {
    if let Ok(record) = AnyRecord::parse(input::text(bytes)) {
        assert_eq!(AnyRecord::parse(&record.to_string()), Ok(record.clone()));
        match &record {
            AnyRecord::Chess(record) => drop(record.replay()),
            AnyRecord::Xiangqi(record) => drop(record.replay()),
            AnyRecord::Liuzichong(record) => drop(record.replay()),
        }
    }
}

/// Starts a game with the options of the first line and applies each other line as an action or a chance outcome. A
/// rejected line must change nothing.
pub fn game_text(bytes: &[u8]) {
    let (number, bytes) = input::split_byte(bytes);
    let mut lines = input::text(bytes).lines();
    let mut options = GameOptions::default();
    for word in lines.next().unwrap_or_default().split(' ').filter(|word| !word.is_empty()) {
        let list = if word.contains('=') { &mut options.rules } else { &mut options.modes };
        list.push(word.to_owned());
    }
    let kind = GameKind::ALL[usize::from(number) % GameKind::ALL.len()];
    let Ok(mut game) = AnyGame::start(kind, &options) else { return };
    for line in lines {
        let before = game.position();
        let applied = match line.strip_prefix('?') {
            Some(outcome) => game.apply_chance(outcome, &mut NullSink).is_ok(),
            None => game.apply_action(line, &mut NullSink).is_ok(),
        };
        assert!(applied || game.position() == before, "{line}");
    }
}

/// Parses any text as a time control. An accepted one must round-trip.
pub fn time_control(bytes: &[u8]) {
    let text = input::text(bytes);
    if let Ok(control) = text.parse::<TimeControl>() {
        laws::text_round_trips(&control);
    }
    if let Ok(control) = text.parse::<SideTimeControl>() {
        laws::text_round_trips(&control);
    }
}
