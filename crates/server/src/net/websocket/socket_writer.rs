use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use super::socket_outbox::OutboxItem;
use crate::select::select;

/// The lowest rate at which a replay must be read, in bytes per write timeout.
const BYTES_PER_TIMEOUT: usize = 256 * 1024;

/// Writes the outbox of a connection to its WebSocket.
pub(crate) struct SocketWriter {
    pub(crate) sink: SplitSink<WebSocket, Message>,
    pub(crate) items: mpsc::Receiver<OutboxItem>,
    pub(crate) pings: mpsc::Receiver<Bytes>,
    /// The longest time for one message.
    pub(crate) timeout: Duration,
}

/// The client does not read, or the connection is lost.
struct WriteError;

impl SocketWriter {
    /// Writes until the last sender of the outbox is dropped or a write fails.
    pub(crate) async fn run(mut self) {
        loop {
            let written = select! {
                item = self.items.recv() => match item {
                    Some(item) => self.write(item).await,
                    None => break,
                },
                Some(ping) = self.pings.recv() => self.send(Message::Ping(ping), self.deadline()).await,
            };
            if written.is_err() {
                return;
            }
        }
        let _ = timeout_at(self.deadline(), self.sink.close()).await;
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.timeout
    }

    async fn write(&mut self, item: OutboxItem) -> Result<(), WriteError> {
        match item {
            OutboxItem::Message { text, queued } => {
                let written = self.send(Message::Text((&*text).into()), self.deadline()).await;
                drop(queued);
                written
            }
            OutboxItem::Replay { messages, mut queued } => {
                let periods = u32::try_from(1 + queued.bytes() / BYTES_PER_TIMEOUT).unwrap_or(u32::MAX);
                let end = Instant::now() + self.timeout.saturating_mul(periods);
                for text in messages {
                    // A long replay must not delay pings.
                    while let Ok(ping) = self.pings.try_recv() {
                        self.send(Message::Ping(ping), self.deadline()).await?;
                    }
                    self.send(Message::Text((&*text).into()), end.min(self.deadline())).await?;
                    queued.release(text.len());
                }
                Ok(())
            }
        }
    }

    async fn send(&mut self, message: Message, deadline: Instant) -> Result<(), WriteError> {
        match timeout_at(deadline, self.sink.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(WriteError),
        }
    }
}
