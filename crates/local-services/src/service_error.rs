use std::io;

/// The reason why a server could not be started or used.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// PostgreSQL is not installed.
    #[error("no PostgreSQL; run `apt-get install postgresql`")]
    NoPostgres,
    /// The NATS server is not installed.
    #[error("no NATS server; run `apt-get install nats-server`")]
    NoNats,
    /// A program of the server failed.
    #[error("{program} failed: {message}")]
    Failed {
        /// The program.
        program: &'static str,
        /// Its output.
        message: String,
    },
    /// A file or a process could not be used.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ServiceError {
    /// Returns whether the program is missing, so that a test cannot run.
    #[must_use]
    pub const fn is_missing(&self) -> bool {
        matches!(self, ServiceError::NoPostgres | ServiceError::NoNats)
    }
}
