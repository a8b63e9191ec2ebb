use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The version, the description and the statements of a migration.
///
/// Migrations are listed because `sqlx::migrate!` compiles the drivers a second time, for the macro.
pub(in crate::storage) type MigrationSource = (i64, &'static str, &'static str);

/// Returns the migrator of a list.
pub(in crate::storage) fn migrator(sources: &[MigrationSource]) -> Migrator {
    let migration = |&(version, description, sql): &MigrationSource| {
        Migration::new(version, description.into(), MigrationType::Simple, SqlStr::from_static(sql), false)
    };
    Migrator::with_migrations(sources.iter().map(migration).collect())
}

/// Panics unless a list names every file of a directory in `migrations`.
#[cfg(test)]
pub(in crate::storage) fn check_listed(directory: &str, sources: &[MigrationSource]) {
    let directory = format!("{}/migrations/{directory}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the directory exists")
        .map(|entry| entry.expect("it can be read").file_name().into_string().expect("UTF-8"))
        .collect();
    files.sort();
    let listed: Vec<_> = sources
        .iter()
        .map(|(version, description, _)| format!("{version:04}_{}.sql", description.replace(' ', "_")))
        .collect();
    assert_eq!(listed, files);
}
