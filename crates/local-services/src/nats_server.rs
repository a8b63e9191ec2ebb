use std::ffi::OsStr;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::service_error::ServiceError;
use crate::supervised::Supervised;

/// The paths where Debian and others install the program.
const PROGRAMS: [&str; 3] = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"];

/// Longer than a start on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A NATS server on a free port of loopback.
#[derive(Debug)]
pub struct NatsServer {
    program: &'static str,
    directory: PathBuf,
    /// The ports for clients and for routes of other servers.
    ports: [u16; 2],
    /// The port of the server, or of a proxy before it, to which this one opens a route.
    route: Option<u16>,
    process: Option<Supervised>,
    is_shared: bool,
}

impl NatsServer {
    /// Starts a server. The name distinguishes the servers of one process.
    ///
    /// # Errors
    /// Returns [`ServiceError::NoNats`] if the program is missing, or another error if it does not start.
    pub fn start(name: &str) -> Result<NatsServer, ServiceError> {
        NatsServer::create(name, None, false)
    }

    /// Starts a server that is stopped and removed at the end of the process, without a drop.
    ///
    /// # Errors
    /// Returns [`ServiceError::NoNats`] if the program is missing, or another error if it does not start.
    pub fn start_shared(name: &str) -> Result<NatsServer, ServiceError> {
        NatsServer::create(name, None, true)
    }

    /// Starts a server that forms a cluster with the one whose [`route_port`](NatsServer::route_port), or a proxy before
    /// it, is this port.
    ///
    /// # Errors
    /// Returns [`ServiceError::NoNats`] if the program is missing, or another error if it does not start.
    pub fn start_with_route(name: &str, route: Option<u16>) -> Result<NatsServer, ServiceError> {
        NatsServer::create(name, route, false)
    }

    fn create(name: &str, route: Option<u16>, is_shared: bool) -> Result<NatsServer, ServiceError> {
        let program = PROGRAMS.into_iter().find(|program| Path::new(program).exists());
        let program = program.ok_or(ServiceError::NoNats)?;
        let directory = std::env::temp_dir().join(format!("yipan-nats-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory)?;
        let mut server = NatsServer { program, directory, ports: [0; 2], route, process: None, is_shared };
        server.resume()?;
        Ok(server)
    }

    /// Starts the server again on the same ports after [`kill`](NatsServer::kill).
    ///
    /// # Errors
    /// Returns an error if it does not start in time.
    pub fn resume(&mut self) -> Result<(), ServiceError> {
        for file in self.directory.read_dir()? {
            std::fs::remove_file(file?.path())?;
        }
        let port = |port: u16| if port == 0 { "-1".to_owned() } else { port.to_string() };
        let clean = if self.is_shared { self.directory.as_os_str() } else { OsStr::new("") };
        let mut shell = Supervised::shell(Command::new("sh"), "KILL", clean);
        shell
            .args([self.program, "-a", "127.0.0.1", "-p", &port(self.ports[0]), "--ports_file_dir"])
            .arg(&self.directory)
            .args(["--cluster_name", "yipan", "--no_advertise", "--cluster"])
            .arg(format!("nats://127.0.0.1:{}", port(self.ports[1])))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Some(route) = self.route {
            shell.args(["--routes", &format!("nats://127.0.0.1:{route}")]);
        }
        self.process = Some(Supervised::start(shell)?);
        let started = Instant::now();
        while started.elapsed() < START_TIMEOUT {
            let known = self.ports[0] != 0;
            if let Some(ports) = read_ports(&self.directory) {
                self.ports = ports;
            }
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.ports[0]));
            if self.ports[0] != 0 && (!known || TcpStream::connect(address).is_ok()) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Err(ServiceError::Failed { program: "nats-server", message: "it does not start in time".to_owned() })
    }

    /// Kills the server.
    ///
    /// # Errors
    /// Returns an error if it cannot be waited for.
    pub fn kill(&mut self) -> Result<(), ServiceError> {
        self.process.take().map_or(Ok(()), |process| Ok(process.stop("KILL")?))
    }

    /// Returns the address for clients.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port())
    }

    /// Returns the port for clients.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.ports[0]
    }

    /// Returns the port for routes of other servers.
    #[must_use]
    pub const fn route_port(&self) -> u16 {
        self.ports[1]
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.process = None;
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// Reads the ports for clients and routes from the file that the server writes when it listens.
fn read_ports(directory: &Path) -> Option<[u16; 2]> {
    let file = directory.read_dir().ok()?.find_map(|file| Some(file.ok()?.path()))?;
    let ports: Value = serde_json::from_str(&std::fs::read_to_string(file).ok()?).ok()?;
    let port = |kind: &str| ports[kind][0].as_str()?.rsplit(':').next()?.parse().ok();
    Some([port("nats")?, port("cluster")?])
}
