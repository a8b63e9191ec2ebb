use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, RequestErrorKind};
use axum::body::Bytes;
use futures_util::stream::StreamExt;
use tokio::sync::watch;

use super::transport::{BusError, BusMessage, BusMessages, RequestError, Transport, TransportFuture};
use super::url::BusUrl;

/// The time between two pings to the server. After two without an answer the client connects again.
const PING_INTERVAL: Duration = Duration::from_secs(1);

/// The longest time to connect to a server.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(2);

/// The longest wait between two attempts to connect.
const MAX_RECONNECT_DELAY: Duration = Duration::from_millis(500);

/// The messages of a subscription that may wait to be read. Later ones are lost.
const SUBSCRIPTION_CAPACITY: usize = 16_384;

/// A bus of NATS servers.
pub(crate) struct NatsTransport {
    client: Client,
    connections: watch::Receiver<u64>,
}

impl fmt::Debug for NatsTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NatsTransport")
    }
}

impl NatsTransport {
    /// Connects to one of the servers, and again whenever the connection is lost.
    ///
    /// # Errors
    /// Returns an error if no server can be reached.
    pub(crate) async fn connect(url: &BusUrl) -> Result<NatsTransport, BusError> {
        let (counter, connections) = watch::channel(0);
        let counter = Arc::new(counter);
        let delay = |attempts: usize| {
            let millis = 10_u64.saturating_mul(1 << attempts.min(10));
            Duration::from_millis(millis).min(MAX_RECONNECT_DELAY)
        };
        let options = ConnectOptions::new()
            .name("yipan")
            .ping_interval(PING_INTERVAL)
            .connection_timeout(CONNECTION_TIMEOUT)
            .subscription_capacity(SUBSCRIPTION_CAPACITY)
            .reconnect_delay_callback(delay)
            .event_callback(move |event| {
                let counter = Arc::clone(&counter);
                async move {
                    match event {
                        Event::Connected => counter.send_modify(|connections| *connections += 1),
                        event => tracing::warn!(%event, "the connection to the bus has changed"),
                    }
                }
            });
        let options = match url.credentials() {
            Some((user, password)) => options.user_and_password(user, password),
            None => options,
        };
        let client = options.connect(url.servers()).await.map_err(|error| BusError(error.to_string()))?;
        Ok(NatsTransport { client, connections })
    }
}

impl Transport for NatsTransport {
    fn publish(&self, subject: String, payload: Vec<u8>) -> TransportFuture<'_, Result<(), BusError>> {
        Box::pin(async move {
            let published = self.client.publish(subject, Bytes::from(payload)).await;
            published.map_err(|error| BusError(error.to_string()))
        })
    }

    fn request(
        &self,
        subject: String,
        payload: Vec<u8>,
        timeout: Duration,
    ) -> TransportFuture<'_, Result<BusMessage, RequestError>> {
        Box::pin(async move {
            let request = async_nats::Request::new().payload(Bytes::from(payload)).timeout(Some(timeout));
            let answer =
                self.client.send_request(subject, request).await.map_err(|error| match error.kind() {
                    RequestErrorKind::NoResponders => RequestError::NoResponder,
                    RequestErrorKind::TimedOut => RequestError::TimedOut,
                    RequestErrorKind::InvalidSubject
                    | RequestErrorKind::MaxPayloadExceeded
                    | RequestErrorKind::Other => RequestError::Failed(BusError(error.to_string())),
                })?;
            Ok(bus_message(answer))
        })
    }

    fn subscribe(&self, subject: String) -> TransportFuture<'_, Result<BusMessages, BusError>> {
        Box::pin(async move {
            let failed = |error: String| BusError(error);
            let subscriber =
                self.client.subscribe(subject).await.map_err(|error| failed(error.to_string()))?;
            // Otherwise it would wait for the next message.
            self.client.flush().await.map_err(|error| failed(error.to_string()))?;
            let messages: BusMessages = Box::pin(subscriber.map(bus_message));
            Ok(messages)
        })
    }

    fn reconnect(&self) -> TransportFuture<'_, ()> {
        Box::pin(async move {
            if let Err(error) = self.client.force_reconnect().await {
                tracing::error!(%error, "the connection to the bus cannot be renewed");
            }
        })
    }

    fn connections(&self) -> watch::Receiver<u64> {
        self.connections.clone()
    }
}

fn bus_message(message: async_nats::Message) -> BusMessage {
    BusMessage {
        subject: message.subject.to_string(),
        payload: message.payload,
        reply: message.reply.map(|subject| subject.to_string()),
    }
}
