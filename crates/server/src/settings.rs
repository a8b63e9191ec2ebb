use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use yipan_room::RoomLimits;
use yipan_wire::MAX_CLIENT_MESSAGE_BYTES;

use crate::cluster::bus::url::BusUrl;
use crate::net::cidr::Cidr;
use crate::net::tls::files::TlsFiles;
use crate::storage::postgres::PostgresUrl;

/// The configuration of a server. The defaults suit most servers.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; port 0 chooses a free port.
    pub listen: SocketAddr,
    /// The certificate of the public listener and its key; `None` for plain HTTP.
    pub tls: Option<TlsFiles>,
    /// The data directory. With a database elsewhere it is not used.
    pub data: PathBuf,
    /// The PostgreSQL database of the server; `None` for SQLite in the data directory.
    pub store: Option<PostgresUrl>,
    /// The bus to the other nodes of the service; `None` for a single node.
    pub bus: Option<BusUrl>,
    /// The name of this server among others that share the database; `None` for the name of the host.
    pub node: Option<String>,
    /// The time that a node that shuts down waits for load balancers to notice.
    pub drain_delay: Duration,
    /// The limits of addresses, connections and messages.
    pub limits: Limits,
    /// The timeouts of rooms.
    pub timeouts: RoomLimits,
    /// The proxies whose forwarding headers are honored.
    pub trusted_proxies: Vec<Cidr>,
    /// The accepted host names. If empty, all names are accepted, with one exception: on loopback and without trusted
    /// proxies only loopback names are, because any web page could resolve its own name to loopback.
    pub allowed_hosts: Vec<String>,
    /// The address of the operator's listener for metrics and health; `None` for no such listener.
    pub metrics_listen: Option<SocketAddr>,
    /// The bearer token for `/metrics` on the public listener; `None` disables it there.
    pub metrics_token: Option<String>,
}

/// Rate limits, size limits and timeouts.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Messages per second and WebSocket.
    pub message_rate: Rate,
    /// New rooms per minute and address.
    pub new_room_rate: Rate,
    /// New guests per minute and address.
    pub new_guest_rate: Rate,
    /// Sign-ins, successful or not, per minute and address.
    pub sign_in_rate: Rate,
    /// Password attempts per minute, account and address. All addresses together have ten times as many per account.
    pub sign_in_rate_per_account: Rate,
    /// New accounts per minute and address.
    pub new_account_rate: Rate,
    /// New API tokens per minute and address.
    pub new_token_rate: Rate,
    /// Lookups of room codes that do not exist, per minute and address.
    pub bad_code_rate: Rate,
    /// Changes of display names per minute and address.
    pub rename_rate: Rate,
    /// Reads of games, rooms and credentials over HTTP per minute and address.
    pub read_rate: Rate,
    /// Joins per minute and address, over all its WebSockets. Each may replay a whole game.
    pub join_rate: Rate,
    /// New WebSockets per minute and address.
    pub new_websocket_rate: Rate,
    /// The most open WebSockets.
    pub max_websockets: usize,
    /// The most open WebSockets per address.
    pub max_websockets_per_ip: usize,
    /// The most open HTTP connections, not counting upgraded WebSockets.
    pub max_connections: usize,
    /// The most open HTTP connections per address, except for trusted proxies.
    pub max_connections_per_ip: usize,
    /// The most bytes in a message of a client.
    pub max_message_bytes: usize,
    /// The most bytes in the body of a request.
    pub max_body_bytes: usize,
    /// Consecutive messages over the rate limit before the WebSocket is closed.
    pub max_rate_limit_strikes: u32,
    /// Messages that may wait for a slow reader before its WebSocket is closed.
    pub send_queue: usize,
    /// Bytes that may wait for a slow reader before its WebSocket is closed. One replay at a time is not counted.
    pub max_queued_bytes: usize,
    /// Bytes that may wait for all slow readers of an address.
    pub max_queued_bytes_per_ip: usize,
    /// The most rooms that a WebSocket may subscribe to.
    pub max_rooms_per_websocket: usize,
    /// The threads for the searches of computer players, at least two. One is reserved for short searches.
    pub engine_threads: usize,
    /// The time without any data after which a connection is closed. WebSockets are pinged twice as often.
    pub idle_timeout: Duration,
    /// The longest time to write a message before the WebSocket is closed.
    pub write_timeout: Duration,
    /// The time after which a disconnected player counts as away; zero for at once.
    pub presence_delay: Duration,
    /// The longest time to respond to a request.
    pub request_timeout: Duration,
    /// The longest time for the last requests, and for the last WebSockets, during a shutdown.
    pub shutdown_timeout: Duration,
}

/// A rate limit: a burst, which refills at a steady rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The size of the burst; 0 denies everything.
    pub burst: u32,
    /// The refill per second or per minute, depending on the limit; 0 for none.
    pub rate: u32,
}

impl Limits {
    /// Returns the limit of password attempts per account from all addresses together. It is much higher than the limit of
    /// one address, so that locking the owner out takes many addresses.
    pub(crate) fn sign_in_rate_to_account(&self) -> Rate {
        let Rate { burst, rate } = self.sign_in_rate_per_account;
        Rate { burst: burst.saturating_mul(20), rate: rate.saturating_mul(10) }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_rate: Rate { burst: 40, rate: 20 },
            new_room_rate: Rate { burst: 20, rate: 10 },
            new_guest_rate: Rate { burst: 120, rate: 60 },
            sign_in_rate: Rate { burst: 40, rate: 20 },
            sign_in_rate_per_account: Rate { burst: 10, rate: 10 },
            new_account_rate: Rate { burst: 20, rate: 10 },
            new_token_rate: Rate { burst: 20, rate: 10 },
            bad_code_rate: Rate { burst: 30, rate: 15 },
            rename_rate: Rate { burst: 20, rate: 10 },
            read_rate: Rate { burst: 240, rate: 120 },
            join_rate: Rate { burst: 480, rate: 240 },
            new_websocket_rate: Rate { burst: 240, rate: 120 },
            max_websockets: 10_000,
            max_websockets_per_ip: 200,
            max_connections: 2_000,
            max_connections_per_ip: 200,
            max_message_bytes: MAX_CLIENT_MESSAGE_BYTES,
            max_body_bytes: 16 * 1024,
            max_rate_limit_strikes: 100,
            send_queue: 512,
            max_queued_bytes: 1 << 20,
            max_queued_bytes_per_ip: 16 << 20,
            max_rooms_per_websocket: 64,
            engine_threads: std::thread::available_parallelism().map_or(2, |cores| (cores.get() / 2).max(2)),
            idle_timeout: Duration::from_secs(6),
            write_timeout: Duration::from_secs(8),
            presence_delay: Duration::from_secs(1),
            request_timeout: Duration::from_secs(20),
            shutdown_timeout: Duration::from_secs(5),
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8780)),
            tls: None,
            data: PathBuf::from("yipan-data"),
            store: None,
            bus: None,
            node: None,
            drain_delay: Duration::from_secs(5),
            limits: Limits::default(),
            timeouts: RoomLimits::default(),
            trusted_proxies: Vec::new(),
            allowed_hosts: Vec::new(),
            metrics_listen: None,
            metrics_token: None,
        }
    }
}
