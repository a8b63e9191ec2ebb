use std::sync::LazyLock;

use sqlx::migrate::Migrator;

use crate::storage::sql::migrations::{MigrationSource, migrator};

const MIGRATIONS: [MigrationSource; 13] = [
    (1, "schema", include_str!("../../../migrations/sqlite/0001_schema.sql")),
    (2, "saved games", include_str!("../../../migrations/sqlite/0002_saved_games.sql")),
    (3, "ratings", include_str!("../../../migrations/sqlite/0003_ratings.sql")),
    (4, "tournaments", include_str!("../../../migrations/sqlite/0004_tournaments.sql")),
    (5, "people", include_str!("../../../migrations/sqlite/0005_people.sql")),
    (6, "moderation", include_str!("../../../migrations/sqlite/0006_moderation.sql")),
    (7, "puzzles", include_str!("../../../migrations/sqlite/0007_puzzles.sql")),
    (8, "explorer", include_str!("../../../migrations/sqlite/0008_explorer.sql")),
    (9, "correspondence", include_str!("../../../migrations/sqlite/0009_correspondence.sql")),
    (10, "community", include_str!("../../../migrations/sqlite/0010_community.sql")),
    (11, "studies", include_str!("../../../migrations/sqlite/0011_studies.sql")),
    (12, "restarts", include_str!("../../../migrations/sqlite/0012_restarts.sql")),
    (13, "session secrets", include_str!("../../../migrations/sqlite/0013_session_secrets.sql")),
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
