use std::collections::HashSet;

use sqlx::postgres::PgConnection;

const MILLIS_PER_DAY: u64 = 24 * 3_600_000;

/// The days ahead for which partitions are created with those of a day, so that none is missing at midnight. The steps
/// are shorter than a month, so that none is left out.
const DAYS_AHEAD: [i32; 4] = [0, 20, 40, 60];

/// The code of PostgreSQL for a table that exists.
const DUPLICATE_TABLE: &str = "42P07";

/// The code of PostgreSQL for a row that exists, which may be the name of a table in its catalog.
const UNIQUE_VIOLATION: &str = "23505";

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
                create_partition(connection, day.saturating_add(ahead)).await?;
            }
            self.days.insert(day);
        }
        Ok(())
    }

    /// Creates the partitions of rooms that were opened at these times again: they may have been empty and dropped.
    pub(super) async fn restore(
        &mut self,
        connection: &mut PgConnection,
        times: impl Iterator<Item = u64>,
    ) -> Result<(), sqlx::Error> {
        self.days.clear();
        let days: HashSet<i32> = times.filter_map(|time| i32::try_from(time / MILLIS_PER_DAY).ok()).collect();
        for day in days {
            create_partition(connection, day).await?;
        }
        Ok(())
    }
}

async fn create_partition(connection: &mut PgConnection, day: i32) -> Result<(), sqlx::Error> {
    let query = sqlx::query("SELECT create_entries_partition($1)").bind(day);
    match query.execute(connection).await {
        Err(error) if !is_created_meanwhile(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Whether another connection has created the partition at the same time: PostgreSQL does not find it, and then it exists.
fn is_created_meanwhile(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| [DUPLICATE_TABLE, UNIQUE_VIOLATION].contains(&code.as_ref()))
}
