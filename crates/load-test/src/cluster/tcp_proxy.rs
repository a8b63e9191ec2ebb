use std::net::{Ipv4Addr, SocketAddr};

use anyhow::Result;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A TCP proxy on loopback that can stop forwarding while all connections stay open, like a network that drops packets.
#[derive(Debug)]
pub(crate) struct TcpProxy {
    address: SocketAddr,
    is_cut: watch::Sender<bool>,
    accept_task: JoinHandle<()>,
}

impl TcpProxy {
    /// Listens on a free port and forwards to a port of loopback.
    pub(crate) async fn start(target: u16) -> Result<TcpProxy> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let (is_cut, cuts) = watch::channel(false);
        let accept_task = tokio::spawn(accept(listener, target, cuts));
        Ok(TcpProxy { address, is_cut, accept_task })
    }

    pub(crate) const fn port(&self) -> u16 {
        self.address.port()
    }

    /// Stops forwarding, or forwards again what has arrived meanwhile.
    pub(crate) fn set_cut(&self, is_cut: bool) {
        self.is_cut.send_replace(is_cut);
    }
}

impl Drop for TcpProxy {
    fn drop(&mut self) {
        self.accept_task.abort();
    }
}

async fn accept(listener: TcpListener, target: u16, cuts: watch::Receiver<bool>) {
    while let Ok((client, _)) = listener.accept().await {
        tokio::spawn(connect(client, target, cuts.clone()));
    }
}

/// Connects to the target and forwards both directions. A target that refuses closes the connection.
async fn connect(client: TcpStream, target: u16, mut cuts: watch::Receiver<bool>) {
    if cuts.wait_for(|is_cut| !is_cut).await.is_err() {
        return;
    }
    let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, target)).await else { return };
    // Without it, small messages wait for the acknowledgment of the one before.
    let _ = client.set_nodelay(true).and_then(|()| server.set_nodelay(true));
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::join!(forward(from_client, to_server, cuts.clone()), forward(from_server, to_client, cuts));
}

async fn forward(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut cuts: watch::Receiver<bool>) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let count = from.read(&mut buffer).await.unwrap_or(0);
        // The end of a connection is not forwarded through a cut either.
        if cuts.wait_for(|is_cut| !is_cut).await.is_err() {
            return;
        }
        if count == 0 || to.write_all(&buffer[..count]).await.is_err() {
            let _ = to.shutdown().await;
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_cut_connection_stays_open_and_continues() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let target = listener.local_addr().expect("an address").port();
        let proxy = TcpProxy::start(target).await.expect("a proxy");
        let mut client = TcpStream::connect(proxy.address).await.expect("a connection");
        let (mut server, _) = listener.accept().await.expect("a connection");
        let mut byte = [0];
        client.write_all(b"a").await.expect("a byte");
        server.read_exact(&mut byte).await.expect("a byte");
        assert_eq!(&byte, b"a");

        proxy.set_cut(true);
        client.write_all(b"b").await.expect("a byte");
        let read = tokio::time::timeout(Duration::from_millis(50), server.read_exact(&mut byte)).await;
        assert!(read.is_err(), "nothing arrives and nothing is closed");
        proxy.set_cut(false);
        server.read_exact(&mut byte).await.expect("a byte");
        assert_eq!(&byte, b"b");
    }
}
