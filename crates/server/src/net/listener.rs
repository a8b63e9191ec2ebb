//! The TCP listener: accepts HTTP connections within limits and timeouts.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::net::cidr::Cidr;
use crate::net::client_addr::rate_limit_key;
use crate::net::connection::{ConnectionContext, TlsContext};
use crate::net::connection_limit::ConnectionLimit;
use crate::settings::Limits;

/// A listener with limits of its connections.
pub(crate) struct Listener {
    pub(crate) tcp_listener: TcpListener,
    pub(crate) router: Router,
    /// TLS; `None` for plain HTTP.
    pub(crate) tls: Option<TlsContext>,
    pub(crate) limits: Limits,
    /// Proxies whose forwarding headers are honored.
    pub(crate) trusted_proxies: Arc<[Cidr]>,
}

impl Listener {
    fn connection_context(&self, shutdown: &watch::Receiver<bool>) -> ConnectionContext {
        ConnectionContext {
            router: self.router.clone(),
            tls: self.tls.clone(),
            idle_timeout: self.limits.idle_timeout,
            write_timeout: self.limits.write_timeout,
            request_timeout: self.limits.request_timeout,
            trusted_proxies: Arc::clone(&self.trusted_proxies),
            shutdown: shutdown.clone(),
        }
    }

    /// Accepts connections until the shutdown, then waits for running requests.
    pub(crate) async fn serve(self, mut shutdown: watch::Receiver<bool>) {
        let connections =
            ConnectionLimit::new(self.limits.max_connections.max(1), self.limits.max_connections_per_ip);
        loop {
            let accepted = tokio::select! {
                accepted = self.tcp_listener.accept() => accepted,
                _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => break,
            };
            match accepted {
                Ok((stream, address)) => {
                    let is_proxy = self.trusted_proxies.iter().any(|network| network.contains(address.ip()));
                    let permit = if is_proxy {
                        connections.acquire_for_proxy()
                    } else {
                        connections.acquire(rate_limit_key(address.ip()))
                    };
                    // A connection over the limit is closed at once, without a response.
                    let Ok(permit) = permit else { continue };
                    let connection = self.connection_context(&shutdown).serve(stream, address.ip());
                    tokio::spawn(async move {
                        connection.await;
                        drop(permit);
                    });
                }
                // Most likely out of descriptors; other connections will close.
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
        drop(self.tcp_listener);
        let _ = tokio::time::timeout(self.limits.shutdown_timeout, connections.drained()).await;
    }
}
