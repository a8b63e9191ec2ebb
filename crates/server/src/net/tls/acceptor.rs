use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use rustls::ServerConfig;
use rustls::crypto::ring;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use super::certificate_watcher::CertificateWatcher;
use super::error::TlsError;
use super::files::TlsFiles;

/// The protocol name of HTTP/2 in the handshake.
const ALPN_HTTP2: &[u8] = b"h2";

/// The protocol name of HTTP/1.1 in the handshake.
const ALPN_HTTP1: &[u8] = b"http/1.1";

/// A stream with a timeout for its writes.
pub(crate) type TimedTransport<S> = Pin<Box<TimeoutStream<S>>>;

/// A TCP stream with a timeout for its writes.
pub(crate) type TcpTransport = TimedTransport<TcpStream>;

/// A TCP stream after the handshake.
pub(crate) type TlsTransport = Box<TlsStream<TcpTransport>>;

/// The result of a handshake.
pub(crate) enum Accepted {
    /// The client chose HTTP/1.1, or no protocol.
    Http1(TlsTransport),
    /// The client chose HTTP/2.
    Http2(TlsTransport),
    /// The client speaks HTTP without TLS.
    PlainHttp(TcpTransport),
}

/// Accepts TLS connections.
#[derive(Clone)]
pub(crate) struct Acceptor {
    tls_acceptor: TlsAcceptor,
    certificate_watcher: Arc<CertificateWatcher>,
}

impl Acceptor {
    /// Loads the certificate.
    pub(crate) fn open(files: TlsFiles) -> Result<Acceptor, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let certificate_watcher = CertificateWatcher::load(files, Arc::clone(&provider))?;
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("ring supports TLS 1.2 and 1.3")
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(&certificate_watcher) as _);
        config.alpn_protocols = vec![ALPN_HTTP2.to_vec(), ALPN_HTTP1.to_vec()];
        Ok(Acceptor { tls_acceptor: TlsAcceptor::from(Arc::new(config)), certificate_watcher })
    }

    /// Returns the certificate, whose task reloads it.
    pub(crate) fn certificate_watcher(&self) -> Arc<CertificateWatcher> {
        Arc::clone(&self.certificate_watcher)
    }

    /// Performs the handshake.
    pub(crate) async fn accept(&self, stream: TcpStream, write_timeout: Duration) -> io::Result<Accepted> {
        let mut first = [0];
        let length = stream.peek(&mut first).await?;
        let stream = with_write_timeout(stream, write_timeout);
        // A TLS record begins with 22, a request with the name of its method.
        if length == 1 && first[0].is_ascii_uppercase() {
            return Ok(Accepted::PlainHttp(stream));
        }
        let stream = Box::new(self.tls_acceptor.accept(stream).await?);
        let is_http2 = stream.get_ref().1.alpn_protocol() == Some(ALPN_HTTP2);
        Ok(if is_http2 { Accepted::Http2(stream) } else { Accepted::Http1(stream) })
    }
}

/// Adds a timeout to a stream for writes without progress.
///
/// An upgraded WebSocket retains it. Its own timeout per message is as long and starts no later.
pub(crate) fn with_write_timeout<S: AsyncRead + AsyncWrite>(
    stream: S,
    write_timeout: Duration,
) -> TimedTransport<S> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(write_timeout));
    Box::pin(stream)
}

impl std::fmt::Debug for Acceptor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Acceptor").field(&self.certificate_watcher).finish()
    }
}
