//! PostgreSQL and NATS servers of the operating system, started on free ports of loopback with temporary data.
//!
//! Both end with the process that started them, even if it is killed.

mod nats_server;
mod postgres_server;
mod service_error;
mod supervised;

pub use nats_server::NatsServer;
pub use postgres_server::{PostgresServer, StopMode};
pub use service_error::ServiceError;
