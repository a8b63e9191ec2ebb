use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use yipan_table::Pace;
use yipan_wire::LONGEST_REQUEST;

use crate::network::Network;

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
    pub pace: Pace,
    /// The proxies that are believed when they say whom they speak for; nobody else is.
    pub trusted_proxies: Vec<Network>,
    /// Host names that the server answers to. Without any it answers to all names, but on loopback and without trusted
    /// proxies only to names of loopback, because a stranger's page can point its own name there.
    pub hosts: Vec<String>,
    /// Where metrics and health are served apart from everything else; `None` opens no such listener.
    pub metrics_listen: Option<SocketAddr>,
    /// The bearer token that opens `/metrics` on the public listener; without one it is not found there.
    pub metrics_token: Option<String>,
}

/// Rate limits, and how much of anything there may be at once.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Messages a second and socket, and how many may come at once.
    pub messages: Rate,
    /// Rooms opened a minute and address.
    pub rooms: Rate,
    /// New guests per minute and address.
    pub new_guests: Rate,
    /// Sign-ins, right or wrong, per minute and address.
    pub sign_ins: Rate,
    /// Passwords tried per minute, account and address; over all addresses, ten times as many per minute and account.
    pub sign_ins_per_account: Rate,
    /// New accounts per minute and address.
    pub new_accounts: Rate,
    /// New API tokens per minute and address.
    pub new_tokens: Rate,
    /// Rooms asked for that do not exist, a minute and address: guesses at codes.
    pub guesses: Rate,
    /// Names changed a minute and address.
    pub renames: Rate,
    /// Games, rooms and keys read over HTTP a minute and address.
    pub reads: Rate,
    /// Joins a minute and address, over all its sockets: each may replay a game.
    pub joins: Rate,
    /// Sockets opened a minute and address.
    pub new_sockets: Rate,
    /// Sockets that may be open at once.
    pub sockets: usize,
    /// Sockets that one address may have open at once.
    pub sockets_each: usize,
    /// Lines that may be in the door at once; a socket has gone through it.
    pub lines: usize,
    /// Lines that one address may have in the door at once; trusted proxies may fill it.
    pub lines_each: usize,
    /// The longest message over a socket, in bytes.
    pub longest_message: usize,
    /// The longest body of a request, in bytes.
    pub longest_body: usize,
    /// Messages in a row over the budget that are answered before the socket is closed.
    pub patience: u32,
    /// Messages that may wait for a slow reader before it is dropped.
    pub queue: usize,
    /// Bytes that may wait for a slow reader before it is dropped. What it has missed is not counted, if it is asked for once.
    pub max_queued_bytes: usize,
    /// Bytes that may wait for all slow readers of one address.
    pub max_queued_bytes_per_ip: usize,
    /// Tables that one socket may follow at once.
    pub tables: usize,
    /// Computer players that may search at once, at least two: one thread is kept for short searches.
    pub thinkers: usize,
    /// How long a line may be silent before it counts as dead; it is tried twice as often.
    pub silence: Duration,
    /// How long a reader may take for one message before it counts as gone.
    pub write: Duration,
    /// How long a player must be gone before it is written down that they are away; zero writes it at once.
    pub presence_delay: Duration,
    /// How long the answer to a request may take.
    pub request: Duration,
    /// How long the last requests and sockets may take once the hall closes.
    pub closing: Duration,
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
    pub(crate) fn sign_ins_to_account(&self) -> Rate {
        let Rate { burst, rate } = self.sign_ins_per_account;
        Rate { burst: burst.saturating_mul(20), rate: rate.saturating_mul(10) }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            messages: Rate { burst: 40, rate: 20 },
            rooms: Rate { burst: 20, rate: 10 },
            new_guests: Rate { burst: 120, rate: 60 },
            sign_ins: Rate { burst: 40, rate: 20 },
            sign_ins_per_account: Rate { burst: 10, rate: 10 },
            new_accounts: Rate { burst: 20, rate: 10 },
            new_tokens: Rate { burst: 20, rate: 10 },
            guesses: Rate { burst: 30, rate: 15 },
            renames: Rate { burst: 20, rate: 10 },
            reads: Rate { burst: 240, rate: 120 },
            joins: Rate { burst: 480, rate: 240 },
            new_sockets: Rate { burst: 240, rate: 120 },
            sockets: 10_000,
            sockets_each: 200,
            lines: 2_000,
            lines_each: 200,
            longest_message: LONGEST_REQUEST,
            longest_body: 16 * 1024,
            patience: 100,
            queue: 512,
            max_queued_bytes: 1 << 20,
            max_queued_bytes_per_ip: 16 << 20,
            tables: 64,
            thinkers: std::thread::available_parallelism().map_or(2, |cores| (cores.get() / 2).max(2)),
            silence: Duration::from_secs(6),
            write: Duration::from_secs(8),
            presence_delay: Duration::from_secs(1),
            request: Duration::from_secs(20),
            closing: Duration::from_secs(5),
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8780)),
            data: PathBuf::from("yipan-data"),
            limits: Limits::default(),
            pace: Pace::default(),
            trusted_proxies: Vec::new(),
            hosts: Vec::new(),
            metrics_listen: None,
            metrics_token: None,
        }
    }
}
