use yipan_clock::{SideTimeControl, TimeControl};
use yipan_core::Side;
use yipan_wire::Clocks;

/// A clock as displayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockDisplay {
    /// Minutes and seconds, with tenths below twenty seconds, or days and hours.
    ///
    /// A number in parentheses is the periods left; a time in parentheses is the time left for this turn.
    pub text: String,
    /// Whether little time is left.
    pub is_low: bool,
    /// Whether it is running.
    pub is_running: bool,
}

/// The time below which a clock is low.
const LOW_TIME_MS: u64 = 10_000;

/// The time below which a clock shows tenths.
const TENTHS_MS: u64 = 20_000;

/// The hours of a day. A clock with more than that shows days and hours.
const DAY_HOURS: u64 = 24;

/// Returns a side's clock at `now`; `None` for a side without a time limit.
#[must_use]
pub fn clock_display(clocks: &Clocks, time_control: &str, side: Side, now: u64) -> Option<ClockDisplay> {
    let left = clocks.time_left[side.index()]?;
    let runs = clocks.running == Some(side);
    let elapsed = if runs { now.saturating_sub(clocks.at) } else { 0 };
    let flag = left.until_flag.saturating_sub(elapsed);
    let period = period_ms(time_control, side);
    // During a delay the main time does not run, but it never exceeds the time until the flag falls.
    let main = match period {
        Some(_) => left.main.saturating_sub(elapsed),
        None if left.until_flag > left.main => left.main.min(flag),
        None => left.main.saturating_sub(elapsed),
    };
    let text = match period {
        Some(period) if main == 0 => {
            let periods = flag.div_ceil(period);
            format!("{} ({periods})", format_time(flag - periods.saturating_sub(1) * period))
        }
        Some(_) => format!("{} ({})", format_time(main), left.periods),
        None if flag < main => format!("{} ({})", format_time(main), format_time(flag)),
        None => format_time(main),
    };
    Some(ClockDisplay { text, is_low: flag < LOW_TIME_MS, is_running: runs })
}

/// Returns the length of a byoyomi period in milliseconds, if this side has periods.
fn period_ms(time_control: &str, side: Side) -> Option<u64> {
    let control: TimeControl = time_control.parse().ok()?;
    match *control.of(side) {
        SideTimeControl::Byoyomi { period, .. } => Some(period.0),
        _ => None,
    }
}

fn format_time(millis: u64) -> String {
    let (hours, minutes, seconds) = (millis / 3_600_000, millis / 60_000 % 60, millis / 1000 % 60);
    match hours {
        DAY_HOURS.. => format!("{}d {:02}h", hours / DAY_HOURS, hours % DAY_HOURS),
        0 if millis < TENTHS_MS => format!("{minutes}:{seconds:02}.{}", millis / 100 % 10),
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use yipan_wire::TimeLeft;

    use super::*;

    fn displayed(time_control: &str, left: TimeLeft, now: u64) -> String {
        let clocks = Clocks { at: 1000, running: Some(Side::First), time_left: [Some(left), Some(left)] };
        clock_display(&clocks, time_control, Side::First, now).expect("a clock").text
    }

    #[test]
    fn a_running_clock_counts_down_and_the_other_is_stopped() {
        let left = TimeLeft { main: 300_000, periods: 0, until_flag: 300_000 };
        let clocks = Clocks { at: 1000, running: Some(Side::First), time_left: [Some(left), Some(left)] };
        let display = |side, now| clock_display(&clocks, "5+3", side, now).expect("a clock");
        assert_eq!(display(Side::First, 1000).text, "5:00");
        assert_eq!(display(Side::First, 62_000).text, "3:59");
        assert_eq!(display(Side::Second, 62_000).text, "5:00");
        assert!(display(Side::First, 1000).is_running && !display(Side::Second, 1000).is_running);
        let enough = display(Side::First, 290_900);
        assert_eq!((enough.text.as_str(), enough.is_low), ("0:10.1", false));
        let low = display(Side::First, 291_500);
        assert_eq!((low.text.as_str(), low.is_low), ("0:09.5", true));
        assert_eq!(display(Side::First, u64::MAX).text, "0:00.0");
        assert_eq!(clock_display(&Clocks { time_left: [None; 2], ..clocks }, "inf", Side::First, 0), None);
    }

    #[test]
    fn a_delay_costs_nothing_at_first() {
        let left = TimeLeft { main: 60_000, periods: 0, until_flag: 63_000 };
        assert_eq!(displayed("1d3", left, 3500), "1:00");
        assert_eq!(displayed("1d3", left, 5000), "0:59");
    }

    #[test]
    fn periods_are_counted_down_after_the_main_time() {
        let left = TimeLeft { main: 10_000, periods: 3, until_flag: 70_000 };
        assert_eq!(displayed("10/20x3", left, 1000), "0:10.0 (3)");
        assert_eq!(displayed("10/20x3", left, 12_000), "0:19.0 (3)");
        assert_eq!(displayed("10/20x3", left, 36_000), "0:15.0 (2)");
        assert_eq!(displayed("10/20x3 v 5+0", left, 70_500), "0:00.5 (1)");
    }

    #[test]
    fn a_limit_for_each_move_is_shown_beside_the_main_time() {
        let left = TimeLeft { main: 600_000, periods: 0, until_flag: 30_000 };
        assert_eq!(displayed("10s30", left, 1000), "10:00 (0:30)");
        assert_eq!(displayed("10s30", left, 2000), "9:59 (0:29)");
    }

    #[test]
    fn hours_are_shown() {
        let left = TimeLeft { main: 5_400_000, periods: 0, until_flag: 5_400_000 };
        assert_eq!(displayed("90+30", left, 1000), "1:30:00");
    }

    #[test]
    fn days_are_shown_with_hours() {
        let left = TimeLeft { main: 3 * 86_400_000, periods: 0, until_flag: 3 * 86_400_000 };
        assert_eq!(displayed("3d", left, 1000), "3d 00h");
        assert_eq!(displayed("3d", left, 1000 + 86_400_000 + 7_200_000), "1d 22h");
        assert_eq!(displayed("3d", left, 1000 + 2 * 86_400_000 + 1000), "23:59:59");
    }
}
