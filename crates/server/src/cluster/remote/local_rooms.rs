use std::fmt;
use std::future::Future;
use std::pin::Pin;

use tokio::sync::mpsc;

use crate::rooms::room_message::RoomMessage;
use crate::storage::store::StoreError;

/// The future returned by [`LocalRooms::local_sender`].
pub(crate) type LocalSenderFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Option<mpsc::Sender<RoomMessage>>, StoreError>> + Send + 'a>>;

/// The rooms of this node. The registry implements it; the sockets in remote rooms do not depend on the registry.
pub(crate) trait LocalRooms: fmt::Debug + Send + Sync {
    /// Returns the sender to the task of a room whose slot is here, which is loaded from disk if necessary.
    fn local_sender<'a>(&'a self, code: &'a str) -> LocalSenderFuture<'a>;
}
