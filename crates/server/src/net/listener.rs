//! The TCP listener: accepts HTTP connections within limits and timeouts.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_io_timeout::TimeoutStream;
use tower_service::Service;

use crate::net::cidr::Cidr;
use crate::net::client_addr::{ClientAddr, rate_limit_key};
use crate::net::connection_limit::ConnectionLimit;
use crate::settings::Limits;

/// The most bytes in the head of a request.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// The most headers in a request.
const MAX_HEADERS: usize = 64;

/// A listener with limits of its connections.
pub(crate) struct Listener {
    pub(crate) tcp_listener: TcpListener,
    pub(crate) router: Router,
    pub(crate) limits: Limits,
    /// Proxies whose forwarding headers are honored.
    pub(crate) trusted_proxies: Arc<[Cidr]>,
}

impl Listener {
    fn connection_context(&self) -> ConnectionContext {
        ConnectionContext {
            router: self.router.clone(),
            idle_timeout: self.limits.idle_timeout,
            write_timeout: self.limits.write_timeout,
            trusted_proxies: Arc::clone(&self.trusted_proxies),
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
                    let connection =
                        serve_connection(stream, address.ip(), self.connection_context(), shutdown.clone());
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

/// The settings of every connection.
struct ConnectionContext {
    router: Router,
    /// The longest time between requests, and for the head of a request.
    idle_timeout: Duration,
    /// The longest time without progress of a write.
    write_timeout: Duration,
    trusted_proxies: Arc<[Cidr]>,
}

/// Serves one connection until it is upgraded or closed, or the server shuts down.
async fn serve_connection(
    stream: TcpStream,
    address: IpAddr,
    context: ConnectionContext,
    mut shutdown: watch::Receiver<bool>,
) {
    let ConnectionContext { router, idle_timeout, write_timeout, trusted_proxies } = context;
    // Moves are small messages that must not be delayed.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        let client = ClientAddr::new(address, request.headers(), &trusted_proxies);
        request.extensions_mut().insert(ConnectInfo(client));
        router.clone().call(request)
    });
    // An upgraded WebSocket retains this timeout. Its own timeout per message is as long and starts no later.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(write_timeout));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(idle_timeout)
        .max_header_size(MAX_HEAD_BYTES)
        .max_buf_size(MAX_HEAD_BYTES)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // Errors of the client are not logged.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
