use yipan_core::Language;

use crate::text::messages::correspondence::{DAYS_AND_HOURS, HOURS_AND_MINUTES};

/// Returns a time in days and hours, or in hours and minutes if it is less than a day.
#[must_use]
pub fn time_left_text(millis: u64, language: Language) -> String {
    let (minutes, hours) = (millis / 60_000, millis / 3_600_000);
    let (text, [greater, lesser]) = if hours >= 24 {
        (DAYS_AND_HOURS, [hours / 24, hours % 24])
    } else {
        (HOURS_AND_MINUTES, [hours, minutes % 60])
    };
    text.localize_with(language, &[&greater.to_string(), &lesser.to_string()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_two_units() {
        let text = |millis| time_left_text(millis, Language::English);
        assert_eq!(text(3 * 86_400_000), "3 d 0 h");
        assert_eq!(text(86_400_000 - 1), "23 h 59 min");
        assert_eq!(text(0), "0 h 0 min");
        assert_eq!(time_left_text(90_000_000, Language::Simplified), "1 天 1 小时");
    }
}
