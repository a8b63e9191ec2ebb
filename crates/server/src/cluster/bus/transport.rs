use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use axum::body::Bytes;
use futures_util::stream::Stream;
use tokio::sync::watch;

/// The boxed future returned by transports.
pub(crate) type TransportFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The messages of one subscription, in the order in which each sender sent them.
pub(crate) type BusMessages = Pin<Box<dyn Stream<Item = BusMessage> + Send>>;

/// A message from the bus.
#[derive(Clone, Debug)]
pub(crate) struct BusMessage {
    /// The subject it was published to.
    pub(crate) subject: String,
    pub(crate) payload: Bytes,
    /// The subject that a request expects its answer on.
    pub(crate) reply: Option<String>,
}

/// Carries messages between nodes. Any message may be lost; none is stored.
pub(crate) trait Transport: fmt::Debug + Send + Sync {
    /// Sends a message to the subscribers of a subject, if there are any.
    fn publish(&self, subject: String, payload: Vec<u8>) -> TransportFuture<'_, Result<(), BusError>>;

    /// Sends a request and waits for its answer.
    fn request(
        &self,
        subject: String,
        payload: Vec<u8>,
        timeout: Duration,
    ) -> TransportFuture<'_, Result<BusMessage, RequestError>>;

    /// Subscribes to a subject.
    fn subscribe(&self, subject: String) -> TransportFuture<'_, Result<BusMessages, BusError>>;

    /// Drops the connection and makes a new one, because nothing arrives through it.
    fn reconnect(&self) -> TransportFuture<'_, ()>;

    /// Returns a receiver of the number of connections made. Messages may be missing after each of them.
    fn connections(&self) -> watch::Receiver<u64>;
}

/// The reason why a message could not be given to the bus.
#[derive(Clone, Debug)]
pub(crate) struct BusError(pub(crate) String);

impl fmt::Display for BusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the bus failed: {}", self.0)
    }
}

impl std::error::Error for BusError {}

/// The reason why a request has no answer.
#[derive(Clone, Debug)]
pub(crate) enum RequestError {
    /// No node subscribes to the subject, so nothing was done.
    NoResponder,
    /// No answer came in time. The request may have been executed.
    TimedOut,
    /// The bus failed. The request may have been executed.
    Failed(BusError),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::NoResponder => f.write_str("no node answers to the subject"),
            RequestError::TimedOut => f.write_str("no answer came in time"),
            RequestError::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RequestError {}
