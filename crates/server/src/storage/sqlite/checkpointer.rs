//! Copies the write-ahead log into the database file, beside the writer.
//!
//! SQLite would do it within the commit that makes the log long enough, and all players of that commit would wait for two
//! more syncs of the disk.

use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tokio::sync::watch;
use tokio::time::sleep;

/// The writes after which the log is copied.
const WRITES_PER_CHECKPOINT: u64 = 256;

/// The shortest time between two copies.
const MIN_INTERVAL: Duration = Duration::from_secs(1);

/// The pages of the log from which the writer has to wait until it can begin at the start of the log again: 16 MiB.
const MAX_LOG_PAGES: i64 = 4_096;

/// The longest time that a checkpoint waits for readers of the log while the writer waits for it.
const MAX_WAIT: Duration = Duration::from_millis(20);

/// A task that copies the log after a number of writes. It ends when this is dropped.
pub(super) struct Checkpointer {
    writes: watch::Sender<u64>,
}

impl Checkpointer {
    /// Starts the task. The writer's own checkpoints must be disabled by [`without_own_checkpoints`].
    pub(super) fn start(options: &SqliteConnectOptions) -> Checkpointer {
        let (writes, written) = watch::channel(0);
        tokio::spawn(run(options.clone().busy_timeout(MAX_WAIT), written));
        Checkpointer { writes }
    }

    /// Counts writes that were committed.
    pub(super) fn report_writes(&self, count: usize) {
        self.writes.send_modify(|writes| *writes += count as u64);
    }
}

/// Leaves checkpoints to a [`Checkpointer`].
pub(super) fn without_own_checkpoints(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options.pragma("wal_autocheckpoint", "0")
}

async fn run(options: SqliteConnectOptions, mut writes: watch::Receiver<u64>) {
    let mut connection = None;
    let mut copied = 0;
    while writes.wait_for(|written| *written >= copied + WRITES_PER_CHECKPOINT).await.is_ok() {
        copied = *writes.borrow();
        connection = match checkpoint(connection, &options).await {
            Ok(connection) => Some(connection),
            Err(error) => {
                // Nothing is lost: the log grows until a later checkpoint succeeds.
                tracing::warn!(%error, "the write-ahead log could not be copied into the database");
                None
            }
        };
        sleep(MIN_INTERVAL).await;
    }
}

async fn checkpoint(
    connection: Option<SqliteConnection>,
    options: &SqliteConnectOptions,
) -> Result<SqliteConnection, sqlx::Error> {
    let mut connection = match connection {
        Some(connection) => connection,
        None => options.connect().await?,
    };
    let (_, pages, _): (i64, i64, i64) =
        sqlx::query_as("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&mut connection).await?;
    if pages > MAX_LOG_PAGES {
        // Only the pages since the last statement are left to copy, so the writer waits for a moment.
        sqlx::raw_sql("PRAGMA wal_checkpoint(RESTART)").execute(&mut connection).await?;
    }
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::rows::AppendEntries;
    use crate::test_server::TestServer;

    const PAGE: u64 = 4_096;

    fn entry(seq: u64) -> AppendEntries {
        AppendEntries {
            room: "ABCDEF".to_owned(),
            epoch: 0,
            seq,
            entries: vec!["x".repeat(64 * PAGE as usize)],
            created: 0,
            game: "chess",
            summary: None,
            is_over: false,
            seated_users: Vec::new(),
            left_users: Vec::new(),
            rated_game: None,
            correspondence: None,
        }
    }

    #[tokio::test]
    async fn the_log_is_copied_into_the_database_and_begins_again() {
        let server = TestServer::open("checkpointer").await;
        let url = server.database_url();
        let file = url.strip_prefix("sqlite://").expect("a path");
        let size = |suffix: &str| std::fs::metadata(format!("{file}{suffix}")).expect("a file").len();
        for seq in 0..WRITES_PER_CHECKPOINT {
            server.app.store.append(entry(seq)).await.expect("an entry");
        }
        let log = size("-wal");
        assert!(log > 2 * MAX_LOG_PAGES as u64 * PAGE, "{log}");
        let mut has_begun_again = false;
        for seq in WRITES_PER_CHECKPOINT..WRITES_PER_CHECKPOINT + 200 {
            let before = size("-wal");
            server.app.store.append(entry(seq)).await.expect("an entry");
            has_begun_again |= size("-wal") == before;
            if has_begun_again {
                break;
            }
            sleep(Duration::from_millis(50)).await;
        }
        assert!(has_begun_again);
        assert!(size("") > log / 2, "{} of {log} bytes were copied", size(""));
        server.close().await;
    }
}
