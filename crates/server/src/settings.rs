use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use yipan_room::RoomLimits;
use yipan_wire::MAX_CLIENT_MESSAGE_BYTES;

use crate::net::cidr::Cidr;

/// How a hall is run. The defaults need no thought.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The folder that everything is kept in.
    pub data: PathBuf,
    /// What one address, and one socket, may do.
    pub limits: Limits,
    /// How long tables wait for what.
    pub timeouts: RoomLimits,
    /// The proxies that are believed when they say whom they speak for; nobody else is.
    pub trusted_proxies: Vec<Cidr>,
    /// Host names that the server answers to. Without any it answers to all names, but on loopback and without trusted
    /// proxies only to names of loopback, because a stranger's page can point its own name there.
    pub allowed_hosts: Vec<String>,
    /// Where metrics and health are served apart from everything else; `None` opens no such listener.
    pub metrics_listen: Option<SocketAddr>,
    /// The bearer token that opens `/metrics` on the public listener; without one it is not found there.
    pub metrics_token: Option<String>,
}

/// Rate limits, and how much of anything there may be at once.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Messages a second and socket, and how many may come at once.
    pub message_rate: Rate,
    /// Rooms opened a minute and address.
    pub new_room_rate: Rate,
    /// New guests per minute and address.
    pub new_guest_rate: Rate,
    /// Sign-ins, right or wrong, per minute and address.
    pub sign_in_rate: Rate,
    /// Passwords tried per minute, account and address; over all addresses, ten times as many per minute and account.
    pub sign_in_rate_per_account: Rate,
    /// New accounts per minute and address.
    pub new_account_rate: Rate,
    /// New API tokens per minute and address.
    pub new_token_rate: Rate,
    /// Rooms asked for that do not exist, a minute and address: guesses at codes.
    pub bad_code_rate: Rate,
    /// Names changed a minute and address.
    pub rename_rate: Rate,
    /// Games, rooms and keys read over HTTP a minute and address.
    pub read_rate: Rate,
    /// Joins a minute and address, over all its sockets: each may replay a game.
    pub join_rate: Rate,
    /// Sockets opened a minute and address.
    pub new_websocket_rate: Rate,
    /// Sockets that may be open at once.
    pub max_websockets: usize,
    /// Sockets that one address may have open at once.
    pub max_websockets_per_ip: usize,
    /// Lines that may be in the door at once; a socket has gone through it.
    pub max_connections: usize,
    /// Lines that one address may have in the door at once; trusted proxies may fill it.
    pub max_connections_per_ip: usize,
    /// The longest message over a socket, in bytes.
    pub max_message_bytes: usize,
    /// The longest body of a request, in bytes.
    pub max_body_bytes: usize,
    /// Messages in a row over the budget that are answered before the socket is closed.
    pub max_rate_limit_strikes: u32,
    /// Messages that may wait for a slow reader before it is dropped.
    pub send_queue: usize,
    /// Bytes that may wait for a slow reader before it is dropped. What it has missed is not counted, if it is asked for once.
    pub max_queued_bytes: usize,
    /// Bytes that may wait for all slow readers of one address.
    pub max_queued_bytes_per_ip: usize,
    /// Tables that one socket may follow at once.
    pub max_rooms_per_websocket: usize,
    /// Computer players that may search at once, at least two: one thread is kept for short searches.
    pub engine_threads: usize,
    /// How long a line may be silent before it counts as dead; it is tried twice as often.
    pub idle_timeout: Duration,
    /// How long a reader may take for one message before it counts as gone.
    pub write_timeout: Duration,
    /// How long a player must be gone before it is written down that they are away; zero writes it at once.
    pub presence_delay: Duration,
    /// How long the answer to a request may take.
    pub request_timeout: Duration,
    /// How long the last requests and sockets may take once the hall closes.
    pub shutdown_timeout: Duration,
}

/// A rate limit: a burst at once, which refills at a steady rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The most at once; 0 denies everything.
    pub burst: u32,
    /// How many come back per second or per minute, as the limit says; 0 for none.
    pub rate: u32,
}

impl Limits {
    /// Returns how many passwords are tried per account from all addresses together: much more than from one, so that it
    /// takes many to lock the owner out.
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
            data: PathBuf::from("yipan-data"),
            limits: Limits::default(),
            timeouts: RoomLimits::default(),
            trusted_proxies: Vec::new(),
            allowed_hosts: Vec::new(),
            metrics_listen: None,
            metrics_token: None,
        }
    }
}
