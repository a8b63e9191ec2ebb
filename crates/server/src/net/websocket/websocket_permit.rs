use std::net::IpAddr;
use std::sync::Arc;

use crate::app_state::AppState;
use crate::cluster::message::request::SocketCount;
use crate::net::connection_limit::{ConnectionLimitError, ConnectionPermit};

/// The permission for a WebSocket, which counts until this value is dropped: on this node, and on several nodes also at
/// the home of its address.
#[derive(Debug)]
pub(super) struct WebsocketPermit {
    app: Arc<AppState>,
    address: IpAddr,
    permit: Option<ConnectionPermit>,
}

impl WebsocketPermit {
    /// Counts a WebSocket from this address.
    pub(super) async fn acquire(
        app: &Arc<AppState>,
        address: IpAddr,
    ) -> Result<WebsocketPermit, ConnectionLimitError> {
        let permit = Some(app.websocket_limit.acquire(address)?);
        let permit = WebsocketPermit { app: Arc::clone(app), address, permit };
        let max = app.settings.limits.max_websockets_per_ip;
        match &app.rooms.services.remote_rooms {
            Some(rooms) if !rooms.may_have_sockets(address, permit.count_here(), max).await => {
                Err(ConnectionLimitError::AddressFull)
            }
            _ => Ok(permit),
        }
    }

    fn count_here(&self) -> SocketCount {
        let (count, version) = self.app.websocket_limit.count(self.address);
        SocketCount { count, version }
    }
}

impl Drop for WebsocketPermit {
    fn drop(&mut self) {
        drop(self.permit.take());
        if let Some(rooms) = self.app.rooms.services.remote_rooms.clone() {
            let (address, count) = (self.address, self.count_here());
            tokio::spawn(async move { rooms.report_closed_sockets(address, count).await });
        }
    }
}
