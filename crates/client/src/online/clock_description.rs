//! Time controls in words.

use yipan_clock::{Millis, SideTimeControl, TimeControl};
use yipan_core::{Language, Localize, Side};

use crate::text::messages::clock;
use crate::text::messages::online::NO_CLOCK;
use yipan_core::capitalize;

/// Describes a time control in words, such as `3 min + 2 s per move`.
///
/// # Errors
/// Returns the reason as a sentence if the text is not a time control.
pub fn clock_description(text: &str, language: Language) -> Result<String, String> {
    let control: TimeControl = text
        .trim()
        .parse()
        .map_err(|error: yipan_clock::ParseTimeControlError| capitalize(&error.localize(language)))?;
    let [first, second] = Side::BOTH.map(|side| side_description(control.of(side), language));
    Ok(if first == second { first } else { clock::EACH_SIDE.localize_with(language, &[&first, &second]) })
}

/// Returns a preset with its meaning, such as `3+2 · 3 min + 2 s per move`.
#[must_use]
pub fn clock_label(text: &str, language: Language) -> String {
    match clock_description(text, language) {
        Ok(description) if text != "inf" => format!("{text} · {description}"),
        Ok(description) => description,
        Err(_) => text.to_owned(),
    }
}

fn side_description(control: &SideTimeControl, language: Language) -> String {
    match *control {
        SideTimeControl::Unlimited => NO_CLOCK.localize(language).to_owned(),
        SideTimeControl::Fischer { main, increment } if seconds(increment) == "0" => {
            clock::SUDDEN_DEATH.localize_with(language, &[&minutes(main)])
        }
        SideTimeControl::Fischer { main, increment } => {
            clock::INCREMENT.localize_with(language, &[&minutes(main), &seconds(increment)])
        }
        SideTimeControl::Delay { main, delay } => {
            clock::DELAY.localize_with(language, &[&minutes(main), &seconds(delay)])
        }
        SideTimeControl::Byoyomi { main, period, periods } => {
            clock::BYOYOMI.localize_with(language, &[&minutes(main), &periods.to_string(), &seconds(period)])
        }
        SideTimeControl::GameAndMoveLimit { main, move_limit } => {
            clock::MOVE_LIMIT.localize_with(language, &[&minutes(main), &seconds(move_limit)])
        }
        SideTimeControl::DaysPerMove { days } => {
            clock::DAYS_PER_MOVE.localize_with(language, &[&days.to_string()])
        }
    }
}

/// Returns a time in minutes, with decimals if it needs them.
fn minutes(time: Millis) -> String {
    let hundredths = time.0 / 600;
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn seconds(time: Millis) -> String {
    (time.0 / 1000).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_clock_is_described() {
        let described = |text: &str| clock_description(text, Language::English);
        assert_eq!(described("10+0").as_deref(), Ok("10 min in all"));
        assert_eq!(described("0.5+2").as_deref(), Ok("0.5 min + 2 s per move"));
        assert_eq!(described("5d3").as_deref(), Ok("5 min, the first 3 s of each move are free"));
        assert_eq!(described("10/30x3").as_deref(), Ok("10 min, then 3 periods of 30 s"));
        assert_eq!(described("10s30").as_deref(), Ok("10 min in all, at most 30 s per move"));
        assert_eq!(described("3d").as_deref(), Ok("3 day(s) per move"));
        assert_eq!(described("5+0 v 3+2").as_deref(), Ok("5 min in all / 3 min + 2 s per move"));
        assert_eq!(
            clock_description("10/30x3", Language::Simplified).as_deref(),
            Ok("10 分钟，之后 3 次 30 秒读秒")
        );
        assert_eq!(clock_label("3+2", Language::English), "3+2 · 3 min + 2 s per move");
        assert_eq!(clock_label("inf", Language::English), "No time limit");
    }

    #[test]
    fn a_wrong_clock_is_explained() {
        for text in ["", "5", "5+", "1+99999", "x"] {
            for language in Language::ALL {
                let reason = clock_description(text, language).expect_err("no clock");
                assert!(!reason.is_empty() && !reason.starts_with(char::is_lowercase), "{reason}");
            }
        }
    }
}
