use std::sync::LazyLock;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The version, the description and the statements of each migration.
///
/// They are listed here because `sqlx::migrate!` compiles SQLite and its driver a second time, for the macro.
const MIGRATIONS: [(i64, &str, &str); 2] = [
    (1, "schema", include_str!("../../../migrations/0001_schema.sql")),
    (2, "saved games", include_str!("../../../migrations/0002_saved_games.sql")),
];

/// The migrations that this program knows.
pub(super) static MIGRATOR: LazyLock<Migrator> = LazyLock::new(|| {
    let migration = |(version, description, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, description.into(), MigrationType::Simple, SqlStr::from_static(sql), false)
    };
    Migrator::with_migrations(MIGRATIONS.into_iter().map(migration).collect())
});

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_migration_is_listed() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<_> = fs::read_dir(directory)
            .expect("the directory exists")
            .map(|entry| entry.expect("it can be read").file_name().into_string().expect("UTF-8"))
            .collect();
        files.sort();
        let listed: Vec<_> = MIGRATIONS
            .iter()
            .map(|(version, description, _)| format!("{version:04}_{}.sql", description.replace(' ', "_")))
            .collect();
        assert_eq!(listed, files);
    }
}
