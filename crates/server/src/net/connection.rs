//! One connection: the handshake, if there is one, and HTTP until it is closed or upgraded.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, header};
use axum::routing::future::RouteFuture;
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tower_service::Service;

use super::cidr::Cidr;
use super::client_addr::ClientAddr;
use super::response_body::ResponseBody;
use super::running_requests::{ProgressTimeouts, RunningRequests};
use super::tls::acceptor::{Accepted, Acceptor, TlsTransport, with_write_timeout};
use crate::select::select;

/// The most bytes in the head of a request.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// The most headers in a request of HTTP/1.1. HTTP/2 limits their bytes only.
const MAX_HEADERS: usize = 64;

/// The most requests at once on a connection of HTTP/2.
const MAX_STREAMS: u32 = 64;

/// The most bytes of a response of HTTP/2 that wait for the client.
const MAX_SEND_BUFFER_BYTES: usize = 64 * 1024;

/// TLS on a listener.
#[derive(Clone)]
pub(crate) struct TlsContext {
    pub(crate) acceptor: Acceptor,
    /// The routes for requests without TLS.
    pub(crate) plain_router: Router,
}

/// The settings of every connection.
pub(crate) struct ConnectionContext {
    pub(crate) router: Router,
    pub(crate) tls: Option<TlsContext>,
    /// The longest time between requests, and for the head of a request or the handshake.
    pub(crate) idle_timeout: Duration,
    /// The longest time without progress of a write.
    pub(crate) write_timeout: Duration,
    /// The longest time until a response.
    pub(crate) request_timeout: Duration,
    pub(crate) trusted_proxies: Arc<[Cidr]>,
    /// True once the server shuts down.
    pub(crate) shutdown: watch::Receiver<bool>,
}

impl ConnectionContext {
    /// Serves one connection without TLS over any stream, as [`serve`](ConnectionContext::serve) does.
    #[cfg(feature = "simulation")]
    pub(crate) async fn serve_plain<S>(self, stream: S, peer: IpAddr)
    where
        S: AsyncRead + AsyncWrite + Send + 'static,
    {
        let requests = RequestContext::new(&self, self.router.clone(), peer, false);
        let stream = with_write_timeout(stream, self.write_timeout);
        self.serve_http1(stream, requests).await;
    }

    /// Serves one connection until it is upgraded or closed, or the server shuts down.
    pub(super) async fn serve(mut self, stream: TcpStream, peer: IpAddr) {
        // Moves are small messages that must not be delayed.
        let _ = stream.set_nodelay(true);
        let Some(tls) = self.tls.clone() else {
            let requests = RequestContext::new(&self, self.router.clone(), peer, false);
            let stream = with_write_timeout(stream, self.write_timeout);
            return self.serve_http1(stream, requests).await;
        };
        let handshake = tls.acceptor.accept(stream, self.write_timeout);
        let accepted = tokio::select! {
            accepted = tokio::time::timeout(self.idle_timeout, handshake) => accepted,
            _ = self.shutdown.wait_for(|is_shutting_down| *is_shutting_down) => return,
        };
        // Errors of the client are not logged.
        let Ok(Ok(accepted)) = accepted else { return };
        match accepted {
            Accepted::Http1(stream) => {
                let requests = RequestContext::new(&self, self.router.clone(), peer, true);
                self.serve_http1(stream, requests).await;
            }
            Accepted::Http2(stream) => {
                let requests = RequestContext::new(&self, self.router.clone(), peer, true);
                self.serve_http2(stream, requests).await;
            }
            Accepted::PlainHttp(stream) => {
                let requests = RequestContext::new(&self, tls.plain_router, peer, false);
                self.serve_http1(stream, requests).await;
            }
        }
    }

    async fn serve_http1<S>(mut self, stream: S, requests: RequestContext)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.idle_timeout)
            .max_header_size(MAX_HEAD_BYTES)
            .max_buf_size(MAX_HEAD_BYTES)
            .max_headers(MAX_HEADERS)
            .serve_connection(TokioIo::new(stream), service_fn(move |request| requests.respond(request)))
            .with_upgrades();
        let mut connection = pin!(connection);
        select! {
            _ = connection.as_mut() => return,
            _ = self.shutdown.wait_for(|is_shutting_down| *is_shutting_down) => {}
        }
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }

    /// Serves requests of HTTP/2. WebSockets use HTTP/1.1, because extended `CONNECT` is not announced.
    async fn serve_http2(mut self, stream: TlsTransport, requests: RequestContext) {
        let timeouts = ProgressTimeouts {
            idle: self.idle_timeout,
            // A handler has its own timeout, and then the client has to read.
            running: self.request_timeout + self.write_timeout,
        };
        let running = RunningRequests::new();
        let service = {
            let running = running.clone();
            service_fn(move |request| {
                let (running, response) = (running.start(), requests.respond(request));
                async move { Ok::<_, Infallible>(response.await?.map(|body| ResponseBody::new(body, running))) }
            })
        };
        let connection = http2::Builder::new(TokioExecutor::new())
            .timer(TokioTimer::new())
            // Pings detect a client that is gone. One that responds is closed below, once it is idle or does not read.
            .keep_alive_interval(self.idle_timeout)
            .keep_alive_timeout(self.write_timeout)
            .max_concurrent_streams(MAX_STREAMS)
            .max_header_list_size(MAX_HEAD_BYTES as u32)
            .max_send_buf_size(MAX_SEND_BUFFER_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        let mut connection = pin!(connection);
        tokio::select! {
            _ = connection.as_mut() => return,
            () = running.stalled(timeouts) => {}
            _ = self.shutdown.wait_for(|is_shutting_down| *is_shutting_down) => {}
        }
        // The client gets a notice, and responses on their way are finished. A client that takes none of them, or has sent
        // nothing at all since the handshake, does not keep the connection.
        connection.as_mut().graceful_shutdown();
        tokio::select! {
            _ = connection => {}
            () = running.stalled(timeouts) => {}
        }
    }
}

/// The settings of every request of a connection.
struct RequestContext {
    router: Router,
    peer: IpAddr,
    is_tls: bool,
    trusted_proxies: Arc<[Cidr]>,
}

impl RequestContext {
    fn new(context: &ConnectionContext, router: Router, peer: IpAddr, is_tls: bool) -> RequestContext {
        RequestContext { router, peer, is_tls, trusted_proxies: Arc::clone(&context.trusted_proxies) }
    }

    fn respond(&self, request: Request<Incoming>) -> RouteFuture<Infallible> {
        let mut request = request.map(Body::new);
        // HTTP/2 has `:authority` instead of `Host`, which the handlers read.
        if request.version() == axum::http::Version::HTTP_2 {
            let authority =
                request.uri().authority().map(|authority| HeaderValue::from_str(authority.as_str()));
            if let Some(Ok(host)) = authority {
                request.headers_mut().insert(header::HOST, host);
            }
        }
        let client = ClientAddr::new(self.peer, self.is_tls, request.headers(), &self.trusted_proxies);
        request.extensions_mut().insert(ConnectInfo(client));
        self.router.clone().call(request)
    }
}
