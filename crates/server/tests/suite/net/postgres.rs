//! PostgreSQL servers on loopback for the tests of one binary.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

use yipan_local_services::{PostgresServer, ServiceError};
use yipan_testkit::not_run;

/// The addresses of the databases on the shared server, by the names that the tests use.
static DATABASES: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(Mutex::default);

/// Returns the address of the database of this name on the shared server; `None` without PostgreSQL.
pub(crate) fn database(name: &str) -> Option<String> {
    static SERVER: LazyLock<Option<PostgresServer>> =
        LazyLock::new(|| installed(PostgresServer::start_shared("shared")));
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let server = SERVER.as_ref()?;
    let mut databases = DATABASES.lock().unwrap_or_else(PoisonError::into_inner);
    let url = databases.entry(name.to_owned()).or_insert_with(|| {
        let name = format!("test-{}", NEXT.fetch_add(1, Ordering::Relaxed));
        server.create_database(&name).expect("a database")
    });
    Some(url.clone())
}

/// Makes the next [`database`] of this name an empty one.
pub(crate) fn forget_database(name: &str) {
    DATABASES.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
}

/// Returns the address of a database, or reports that a test was not run.
pub(crate) fn database_or_skip(test: &str) -> Option<String> {
    let url = database(test);
    if url.is_none() {
        not_run::report(test, &ServiceError::NoPostgres);
    }
    url
}

/// Starts a server for one test, or reports that the test was not run.
pub(crate) fn server_or_skip(test: &str) -> Option<PostgresServer> {
    let server = installed(PostgresServer::start(test));
    if server.is_none() {
        not_run::report(test, &ServiceError::NoPostgres);
    }
    server
}

/// Returns the server; `None` without PostgreSQL.
fn installed(server: Result<PostgresServer, ServiceError>) -> Option<PostgresServer> {
    match server {
        Err(error) if error.is_missing() => None,
        server => Some(server.expect("PostgreSQL starts")),
    }
}
