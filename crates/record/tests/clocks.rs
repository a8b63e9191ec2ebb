//! The small language of clocks.

use yipan_record::{Control, ControlError, Millis, TimeControl};
use yipan_rules::{Language, Words};
use yipan_testkit::{hostile::Hostile, laws};

const GOOD: [&str; 12] = [
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
];

#[test]
fn every_clock_prints_as_it_is_written() {
    for text in GOOD {
        let control: TimeControl = text.parse().expect(text);
        assert_eq!(control.to_string(), text);
        laws::round_trip(&control);
    }
    let byoyomi = Control::Byoyomi { main: Millis(600_000), period: Millis(20_000), periods: 3 };
    assert_eq!("10/20x3".parse::<TimeControl>(), Ok(TimeControl([byoyomi; 2])));
}

#[test]
fn a_bad_clock_is_told_what_is_wrong_with_it() {
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
    ] {
        let error: ControlError = text.parse::<TimeControl>().expect_err(text);
        assert!(error.to_string().contains(part), "`{text}`: {error}");
        for language in Language::ALL {
            assert!(!error.words(language).is_empty());
        }
    }
}

#[test]
fn a_million_hostile_clocks_are_read_or_refused() {
    let mut hostile = Hostile::new(11, GOOD);
    for _ in 0..1_000_000 {
        let text = hostile.text();
        if let Ok(control) = text.parse::<TimeControl>() {
            laws::round_trip(&control);
        }
    }
}
