//! The certificate is replaced when its files change.

use rustls::pki_types::CertificateDer;
use tokio::net::TcpStream;

use crate::net::{TIMEOUT, TestDir, TestServer};
use crate::tls::certificates::{TestCertificate, tls_settings};
use crate::tls::client::handshake;

/// Whether the server has this certificate.
async fn has_certificate(server: &TestServer, certificate: &CertificateDer<'static>) -> bool {
    let stream = TcpStream::connect(server.address).await.expect("a connection");
    handshake(stream, certificate, &[]).await.is_ok()
}

async fn wait_for_certificate(server: &TestServer, certificate: &CertificateDer<'static>) {
    let wait = async {
        while !has_certificate(server, certificate).await {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, wait).await.expect("the server has the certificate in time");
}

#[tokio::test]
async fn new_connections_get_the_changed_certificate() {
    let dir = TestDir::new("tls-reload");
    let certificate = TestCertificate::new(&dir, "localhost");
    let server = TestServer::open_with(tls_settings(&dir, &certificate)).await;
    assert!(has_certificate(&server, &certificate.der).await);

    let second = certificate.renew("localhost");
    wait_for_certificate(&server, &second).await;
    assert!(!has_certificate(&server, &certificate.der).await, "new connections get the new one only");

    let third = certificate.renew("localhost");
    wait_for_certificate(&server, &third).await;
    server.close().await;
}
