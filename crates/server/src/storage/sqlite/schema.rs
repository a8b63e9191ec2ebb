use std::sync::LazyLock;

use sqlx::migrate::Migrator;

use crate::storage::sql::migrations::{MigrationSource, migrator};

const MIGRATIONS: [MigrationSource; 4] = [
    (1, "schema", include_str!("../../../migrations/sqlite/0001_schema.sql")),
    (2, "saved games", include_str!("../../../migrations/sqlite/0002_saved_games.sql")),
    (3, "ratings", include_str!("../../../migrations/sqlite/0003_ratings.sql")),
    (4, "tournaments", include_str!("../../../migrations/sqlite/0004_tournaments.sql")),
];

/// The migrations that this program knows.
pub(super) static MIGRATOR: LazyLock<Migrator> = LazyLock::new(|| migrator(&MIGRATIONS));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::sql::migrations::check_listed;

    #[test]
    fn every_migration_is_listed() {
        check_listed("sqlite", &MIGRATIONS);
    }
}
