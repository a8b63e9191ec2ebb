use yipan_rules::Seat;
use yipan_wire::{Clocks, Side};

/// A clock as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockFace {
    /// Minutes and seconds, with tenths when there are few; `(3)` behind them are the periods that are left, and
    /// another time in brackets is how long this turn may still take.
    pub text: String,
    /// Whether there is little left.
    pub is_low: bool,
    /// Whether it runs.
    pub runs: bool,
}

/// Below this a clock is low, and shows tenths.
const LOW: u64 = 10_000;

/// A side's clock at `now`, by the clock that was agreed; nothing for a side without a limit.
#[must_use]
pub fn clock_face(clocks: &Clocks, agreed: &str, seat: Seat, now: u64) -> Option<ClockFace> {
    let left = clocks.left[seat.index()]?;
    let runs = clocks.running == Some(Side::from(seat));
    let spent = if runs { now.saturating_sub(clocks.at) } else { 0 };
    let flag = left.flag.saturating_sub(spent);
    let period = period(agreed, seat);
    // With a delay the main time stands until the delay is over, so it is never more than the flag says.
    let main = match period {
        Some(_) => left.main.saturating_sub(spent),
        None if left.flag > left.main => left.main.min(flag),
        None => left.main.saturating_sub(spent),
    };
    let text = match period {
        Some(period) if main == 0 => {
            let periods = flag.div_ceil(period);
            format!("{} ({periods})", minutes(flag - periods.saturating_sub(1) * period))
        }
        Some(_) => format!("{} ({})", minutes(main), left.periods),
        None if flag < main => format!("{} ({})", minutes(main), minutes(flag)),
        None => minutes(main),
    };
    Some(ClockFace { text, is_low: flag < LOW, runs })
}

/// How long a period of this side is, in milliseconds, if it has periods.
fn period(agreed: &str, seat: Seat) -> Option<u64> {
    let (first, second) = agreed.split_once(" v ").unwrap_or((agreed, agreed));
    let own = if seat == Seat::First { first } else { second };
    let (seconds, _) = own.split_once('/')?.1.split_once('x')?;
    seconds.trim().parse::<u64>().ok().filter(|seconds| *seconds > 0)?.checked_mul(1000)
}

fn minutes(millis: u64) -> String {
    let (hours, minutes, seconds) = (millis / 3_600_000, millis / 60_000 % 60, millis / 1000 % 60);
    match hours {
        0 if millis < LOW => format!("{minutes}:{seconds:02}.{}", millis / 100 % 10),
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use yipan_wire::Left;

    use super::*;

    fn shown(agreed: &str, left: Left, now: u64) -> String {
        let clocks = Clocks { at: 1000, running: Some(Side::First), left: [Some(left), Some(left)] };
        clock_face(&clocks, agreed, Seat::First, now).expect("a clock").text
    }

    #[test]
    fn a_running_clock_counts_from_its_moment_and_the_other_stands() {
        let left = Left { main: 300_000, periods: 0, flag: 300_000 };
        let clocks = Clocks { at: 1000, running: Some(Side::First), left: [Some(left), Some(left)] };
        let face = |seat, now| clock_face(&clocks, "5+3", seat, now).expect("a clock");
        assert_eq!(face(Seat::First, 1000).text, "5:00");
        assert_eq!(face(Seat::First, 62_000).text, "3:59");
        assert_eq!(face(Seat::Second, 62_000).text, "5:00");
        assert!(face(Seat::First, 1000).runs && !face(Seat::Second, 1000).runs);
        let enough = face(Seat::First, 290_900);
        assert_eq!((enough.text.as_str(), enough.is_low), ("0:10", false));
        let low = face(Seat::First, 291_500);
        assert_eq!((low.text.as_str(), low.is_low), ("0:09.5", true));
        assert_eq!(face(Seat::First, u64::MAX).text, "0:00.0");
        assert_eq!(clock_face(&Clocks { left: [None; 2], ..clocks }, "inf", Seat::First, 0), None);
    }

    #[test]
    fn a_delay_costs_nothing_at_first() {
        let left = Left { main: 60_000, periods: 0, flag: 63_000 };
        assert_eq!(shown("1d3", left, 3500), "1:00");
        assert_eq!(shown("1d3", left, 5000), "0:59");
    }

    #[test]
    fn periods_are_counted_down_after_the_main_time() {
        let left = Left { main: 10_000, periods: 3, flag: 70_000 };
        assert_eq!(shown("10/20x3", left, 1000), "0:10 (3)");
        assert_eq!(shown("10/20x3", left, 12_000), "0:19 (3)");
        assert_eq!(shown("10/20x3", left, 36_000), "0:15 (2)");
        assert_eq!(shown("10/20x3 v 5+0", left, 70_500), "0:00.5 (1)");
    }

    #[test]
    fn a_limit_for_each_move_is_shown_beside_the_main_time() {
        let left = Left { main: 600_000, periods: 0, flag: 30_000 };
        assert_eq!(shown("10s30", left, 1000), "10:00 (0:30)");
        assert_eq!(shown("10s30", left, 2000), "9:59 (0:29)");
    }

    #[test]
    fn hours_are_shown() {
        let left = Left { main: 5_400_000, periods: 0, flag: 5_400_000 };
        assert_eq!(shown("90+30", left, 1000), "1:30:00");
    }
}
