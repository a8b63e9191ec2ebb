use std::sync::LazyLock;

use sqlx::migrate::Migrator;

use crate::storage::sql::migrations::{MigrationSource, migrator};

const MIGRATIONS: [MigrationSource; 14] = [
    (1, "schema", include_str!("../../../migrations/postgres/0001_schema.sql")),
    (2, "nodes", include_str!("../../../migrations/postgres/0002_nodes.sql")),
    (3, "packed logs", include_str!("../../../migrations/postgres/0003_packed_logs.sql")),
    (4, "ratings", include_str!("../../../migrations/postgres/0004_ratings.sql")),
    (5, "tournaments", include_str!("../../../migrations/postgres/0005_tournaments.sql")),
    (6, "people", include_str!("../../../migrations/postgres/0006_people.sql")),
    (7, "moderation", include_str!("../../../migrations/postgres/0007_moderation.sql")),
    (8, "puzzles", include_str!("../../../migrations/postgres/0008_puzzles.sql")),
    (9, "explorer", include_str!("../../../migrations/postgres/0009_explorer.sql")),
    (10, "correspondence", include_str!("../../../migrations/postgres/0010_correspondence.sql")),
    (11, "community", include_str!("../../../migrations/postgres/0011_community.sql")),
    (12, "studies", include_str!("../../../migrations/postgres/0012_studies.sql")),
    (13, "restarts", include_str!("../../../migrations/postgres/0013_restarts.sql")),
    (14, "session secrets", include_str!("../../../migrations/postgres/0014_session_secrets.sql")),
];

/// The migrations that this program knows.
///
/// Those of a newer program are ignored: they only add, so that the older program still runs.
pub(super) static MIGRATOR: LazyLock<Migrator> = LazyLock::new(|| {
    let mut migrator = migrator(&MIGRATIONS);
    migrator.set_ignore_missing(true);
    migrator
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::sql::migrations::check_listed;

    #[test]
    fn every_migration_is_listed() {
        check_listed("postgres", &MIGRATIONS);
    }
}
