use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use yipan_table::Pace;

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
}

/// Budgets that answer "slow down" and recover.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Messages a second and socket, and how many may come at once.
    pub messages: Budgeted,
    /// Rooms opened a minute and address.
    pub rooms: Budgeted,
    /// New people, sign-ins and accounts a minute and address.
    pub people: Budgeted,
    /// Rooms asked for that do not exist, a minute and address: guesses at codes.
    pub guesses: Budgeted,
    /// Sockets that may be open at once.
    pub sockets: usize,
    /// Messages that may wait for a slow reader before it is dropped.
    pub queue: usize,
    /// Tables that one socket may follow at once.
    pub tables: usize,
    /// Computer players that may think at once.
    pub thinkers: usize,
    /// How long a line may be silent before it counts as dead; it is tried twice as often.
    pub silence: Duration,
}

/// A budget: so many at once, and so many again in a unit of time.
#[derive(Clone, Copy, Debug)]
pub struct Budgeted {
    /// At once.
    pub burst: u32,
    /// Again, a second or a minute as the budget says.
    pub rate: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            messages: Budgeted { burst: 40, rate: 20 },
            rooms: Budgeted { burst: 20, rate: 10 },
            people: Budgeted { burst: 20, rate: 10 },
            guesses: Budgeted { burst: 30, rate: 15 },
            sockets: 10_000,
            queue: 512,
            tables: 64,
            thinkers: std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1)),
            silence: Duration::from_secs(6),
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
        }
    }
}
