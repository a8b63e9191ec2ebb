//! The door: who may come in, and how long anybody may stand in it.

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

/// The longest head of a request, in bytes, and the most headers in it.
const MAX_HEAD_BYTES: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;

/// A door that holds no more than so many lines at once.
pub(crate) struct Listener {
    pub(crate) tcp_listener: TcpListener,
    pub(crate) router: Router,
    pub(crate) limits: Limits,
    /// Proxies that are believed whom they speak for.
    pub(crate) trusted_proxies: Arc<[Cidr]>,
}

impl Listener {
    fn connection_context(&self) -> ConnectionContext {
        let (router, trusted) = (self.router.clone(), Arc::clone(&self.trusted_proxies));
        ConnectionContext {
            router,
            idle_timeout: self.limits.idle_timeout,
            write_timeout: self.limits.write_timeout,
            trusted_proxies: trusted,
        }
    }

    /// Lets people in until the hall closes, and waits for the requests that are being answered.
    pub(crate) async fn serve(self, mut closing: watch::Receiver<bool>) {
        let connections =
            ConnectionLimit::new(self.limits.max_connections.max(1), self.limits.max_connections_per_ip);
        loop {
            let accepted = tokio::select! {
                accepted = self.tcp_listener.accept() => accepted,
                _ = closing.wait_for(|closing| *closing) => break,
            };
            match accepted {
                Ok((stream, address)) => {
                    let is_proxy = self.trusted_proxies.iter().any(|network| network.contains(address.ip()));
                    let permit = if is_proxy {
                        connections.acquire_for_proxy()
                    } else {
                        connections.acquire(rate_limit_key(address.ip()))
                    };
                    // A connection over the limit is closed at once, without an answer.
                    let Ok(permit) = permit else { continue };
                    let connection =
                        serve_connection(stream, address.ip(), self.connection_context(), closing.clone());
                    tokio::spawn(async move {
                        connection.await;
                        drop(permit);
                    });
                }
                // Out of descriptors, most likely; somebody will leave.
                Err(error) => {
                    tracing::warn!(%error, "somebody could not come in");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
        drop(self.tcp_listener);
        let _ = tokio::time::timeout(self.limits.shutdown_timeout, connections.drained()).await;
    }
}

/// What every line is answered with.
struct ConnectionContext {
    router: Router,
    /// How long a line may say nothing, or be in the middle of a request's head.
    idle_timeout: Duration,
    /// How long a client may take no byte of an answer.
    write_timeout: Duration,
    trusted_proxies: Arc<[Cidr]>,
}

/// Answers one line's requests, until it becomes a socket, is closed, or the hall closes.
async fn serve_connection(
    stream: TcpStream,
    address: IpAddr,
    context: ConnectionContext,
    mut closing: watch::Receiver<bool>,
) {
    let ConnectionContext { router, idle_timeout: silence, write_timeout, trusted_proxies: trusted } =
        context;
    // A move is a small message that nobody wants to wait for.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        let caller = ClientAddr::new(address, request.headers(), &trusted);
        request.extensions_mut().insert(ConnectInfo(caller));
        router.clone().call(request)
    });
    // An upgraded WebSocket keeps it. Its own limit for a message is as long and begins no later, so it is never cut short.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(write_timeout));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(silence)
        .max_header_size(MAX_HEAD_BYTES)
        .max_buf_size(MAX_HEAD_BYTES)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // Whoever breaks off has nothing to be told.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = closing.wait_for(|closing| *closing) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
