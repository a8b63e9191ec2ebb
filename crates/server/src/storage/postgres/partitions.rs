use std::collections::HashSet;

use sqlx::postgres::PgConnection;

const MILLIS_PER_DAY: u64 = 24 * 3_600_000;

/// The days ahead for which partitions are created with those of a day, so that none is missing at midnight.
const DAYS_AHEAD: [i32; 3] = [0, 30, 60];

/// The partitions of the logs, one for each month in which rooms were opened.
#[derive(Debug, Default)]
pub(super) struct Partitions {
    /// The days whose partition exists.
    days: HashSet<i32>,
}

impl Partitions {
    /// Creates the partitions of rooms that were opened at these times, in milliseconds, unless they exist.
    pub(super) async fn create(
        &mut self,
        connection: &mut PgConnection,
        times: impl Iterator<Item = u64>,
    ) -> Result<(), sqlx::Error> {
        for time in times {
            // A later day has no date in PostgreSQL, and its room is rejected.
            let Ok(day) = i32::try_from(time / MILLIS_PER_DAY) else { continue };
            if self.days.contains(&day) {
                continue;
            }
            for ahead in DAYS_AHEAD {
                sqlx::query("SELECT create_entries_partition($1)")
                    .bind(day.saturating_add(ahead))
                    .execute(&mut *connection)
                    .await?;
            }
            self.days.insert(day);
        }
        Ok(())
    }
}
