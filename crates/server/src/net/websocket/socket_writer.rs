use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use crate::rooms::bus::OutboxItem;

/// The slowest that a replay may be read, in bytes for each time that a single message may take.
const BYTES_PER_TIMEOUT: usize = 256 * 1024;

/// Writes what is queued for a socket.
pub(crate) struct SocketWriter {
    pub(crate) sink: SplitSink<WebSocket, Message>,
    pub(crate) items: mpsc::Receiver<OutboxItem>,
    pub(crate) pings: mpsc::Receiver<Bytes>,
    /// How long one message may take.
    pub(crate) timeout: Duration,
}

/// A client that does not read, or a connection that is gone.
struct WriteError;

impl SocketWriter {
    /// Writes until there is nobody left to queue anything, or the client does not read.
    pub(crate) async fn run(mut self) {
        loop {
            let written = tokio::select! {
                parcel = self.items.recv() => match parcel {
                    Some(parcel) => self.write(parcel).await,
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

    async fn write(&mut self, parcel: OutboxItem) -> Result<(), WriteError> {
        match parcel {
            OutboxItem::Message { text, queued } => {
                let written = self.send(Message::Text((&*text).into()), self.deadline()).await;
                drop(queued);
                written
            }
            OutboxItem::Replay { messages, mut queued } => {
                let periods = u32::try_from(1 + queued.bytes() / BYTES_PER_TIMEOUT).unwrap_or(u32::MAX);
                let end = Instant::now() + self.timeout.saturating_mul(periods);
                for text in messages {
                    // A client that is told a lot must still be asked whether it is there.
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
