use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::attack::report::Finding;
use crate::attack::scenario::{STEP_TIMEOUT, Scenario};
use crate::attack::target::Target;

/// Requests for large files by connections that never read.
pub(in crate::attack) struct UnreadFiles {
    target: Target,
    path: &'static str,
    requests: usize,
}

/// The default limit of connections per address.
const CONNECTIONS: usize = 200;

/// The time after which the server must have closed all unread connections.
const HOLD_TIME: Duration = Duration::from_secs(30);

/// The largest file of the page, and a file of a server without a page.
const FILES: [&str; 2] = ["/web_bg.wasm", "/api/openapi.json"];

/// The bytes requested over one connection, more than the system buffers.
const BYTES: usize = 8 << 20;

/// As small as the system allows, so that the server has to buffer unread data.
const RECEIVE_BUFFER: u32 = 4096;

impl Scenario for UnreadFiles {
    const FIXED_DURATION: Option<Duration> = Some(HOLD_TIME);

    async fn prepare(target: Target, _: Target) -> Result<UnreadFiles> {
        let mut largest = (FILES[0], 0);
        for path in FILES {
            let length = target.get(path, None).await?.body_bytes;
            if length > largest.1 {
                largest = (path, length);
            }
        }
        let (path, length) = largest;
        Ok(UnreadFiles { target, path, requests: BYTES.div_ceil(length.max(1)) })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let until = Instant::now() + time;
        let request = format!("GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n", self.path).repeat(self.requests);
        let mut opening = JoinSet::new();
        for _ in 0..CONNECTIONS {
            let (target, request) = (self.target.clone(), request.clone());
            opening.spawn(async move { send_request(&target, &request).await.ok() });
        }
        let streams: Vec<TcpStream> = opening.join_all().await.into_iter().flatten().collect();
        let requested = streams.len();
        tokio::time::sleep_until(until.into()).await;
        let held = count_established(&self.target);
        // A well-behaved client of the same address.
        let is_served = self.target.get("/healthz", None).await.is_ok();
        drop(streams);
        Ok(vec![
            Finding::new("connections with requests", requested as f64),
            Finding::new("connections held after 30 s", held as f64).at_most(0.0),
            Finding::new("another request of the address served", f64::from(u8::from(is_served))),
        ])
    }
}

async fn send_request(target: &Target, request: &str) -> Result<TcpStream> {
    let mut stream = target.connect(Some(RECEIVE_BUFFER)).await?;
    // The server stops reading once it cannot write.
    let _ = tokio::time::timeout(STEP_TIMEOUT, stream.write_all(request.as_bytes())).await;
    Ok(stream)
}

/// Counts the connections from the target's source that no server has closed; 0 where `/proc` is missing.
fn count_established(target: &Target) -> usize {
    let hex = |address: std::net::Ipv4Addr| format!("{:08X}", u32::from_ne_bytes(address.octets()));
    let port = |address: SocketAddr| format!(":{:04X}", address.port());
    let ports: Vec<String> = target.balancer.addresses().into_iter().map(port).collect();
    let source = hex(target.source) + ":";
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap_or_default();
    let is_held = |line: &&str| {
        let mut fields = line.split_whitespace().skip(1);
        let [local, remote, state] = [(); 3].map(|()| fields.next().unwrap_or_default());
        ports.iter().any(|port| local.ends_with(port)) && remote.starts_with(&source) && state == ESTABLISHED
    };
    table.lines().filter(is_held).count()
}

/// The state of an open connection in `/proc/net/tcp`.
const ESTABLISHED: &str = "01";
