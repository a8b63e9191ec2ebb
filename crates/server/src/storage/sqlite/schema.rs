use sqlx::migrate::Migrator;

/// The migrations that this program knows.
pub(super) static MIGRATOR: Migrator = sqlx::migrate!("./migrations");
