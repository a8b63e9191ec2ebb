/// Formats a Unix time in milliseconds as a date of PGN, in UTC.
#[must_use]
pub fn utc_date(millis: u64) -> String {
    let days = millis / (24 * 3600 * 1000);
    // Years start in March, so that the leap day is the last day. 1970-01-01 is day 719,468 of that calendar.
    let day = days + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + later)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_has_its_date() {
        for (seconds, day) in [
            (0, "1970.01.01"),
            (86_399, "1970.01.01"),
            (86_400, "1970.01.02"),
            (68_169_600, "1972.02.29"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_735_689_599, "2024.12.31"),
            (1_735_689_600, "2025.01.01"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(utc_date(seconds * 1_000), day);
        }
    }
}
