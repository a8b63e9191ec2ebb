//! The text form of time controls.

use yipan_clock::{Millis, ParseTimeControlError, SideTimeControl, TimeControl};
use yipan_core::{Language, Localize};
use yipan_testkit::{laws, mutated_text::TextMutator};

const VALID: [&str; 15] = [
    "5+3",
    "5d3",
    "10/20x3",
    "10s30",
    "inf",
    "5+0 v 1+0",
    "0.5+0",
    "1.25d10",
    "0/30x1",
    "1440+3600",
    "inf v 10/20x3",
    "0d5",
    "1d",
    "14d",
    "3d v 7d",
];

#[test]
fn every_time_control_round_trips() {
    for text in VALID {
        let control: TimeControl = text.parse().expect(text);
        assert_eq!(control.to_string(), text);
        laws::text_round_trips(&control);
    }
    let byoyomi = SideTimeControl::Byoyomi { main: Millis(600_000), period: Millis(20_000), periods: 3 };
    assert_eq!("10/20x3".parse::<TimeControl>(), Ok(TimeControl([byoyomi; 2])));
}

#[test]
fn an_invalid_time_control_is_rejected_with_the_reason() {
    for (text, part) in [
        ("", "write 5+3"),
        ("blitz", "write 5+3"),
        ("fünf", "write 5+3"),
        ("5", "write 5+3"),
        ("5+", "whole number"),
        ("5+-3", "whole number"),
        ("+5+3", "minutes"),
        ("5.125+3", "two decimals"),
        ("1441+0", "1440"),
        ("5+3601", "3600"),
        ("10/20", "write 5+3"),
        ("10/20x0", "1 to 99"),
        ("10/20x100", "1 to 99"),
        ("0+3", "no time"),
        ("0+0 v 5+3", "no time"),
        ("5+3 v ", "whole number"),
        ("0s30", "no time"),
        ("0d", "1 to 14 days"),
        ("15d", "1 to 14 days"),
        ("256d", "1 to 14 days"),
        ("1.5d", "whole number"),
        ("d", "minutes"),
        ("3d v 5+3", "both sides"),
        ("inf v 3d", "both sides"),
    ] {
        let error: ParseTimeControlError = text.parse::<TimeControl>().expect_err(text);
        assert!(error.to_string().contains(part), "`{text}`: {error}");
        for language in Language::ALL {
            assert!(!error.localize(language).is_empty());
        }
    }
}

#[test]
fn a_million_mutated_time_controls_are_parsed_or_rejected() {
    let mut mutator = TextMutator::new(11, VALID);
    for _ in 0..1_000_000 {
        let text = mutator.next_text();
        if let Ok(control) = text.parse::<TimeControl>() {
            laws::text_round_trips(&control);
        }
    }
}
