use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};
use clap::{Args, ValueEnum};
use tracing_subscriber::filter::Targets;
use yipan_clock::Millis;
use yipan_server::{BusUrl, Cidr, Limits, PostgresUrl, Rate, RoomLimits, Settings, TlsFiles};

use super::config::error::ConfigError;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan serve --listen 0.0.0.0:8780 --data /var/lib/yipan\n\
    Every option can be set in the environment: YIPAN_LISTEN, YIPAN_DATA, YIPAN_LOG_FORMAT and so on. It can also be\n\
    set in a TOML file under the name of the flag: log-format = \"json\". A flag takes precedence over the environment,\n\
    and the environment over the file.\n\
    The first line on standard output is the address. SIGTERM and Ctrl-C shut the server down gracefully. It may be\n\
    killed at any time: every acknowledged move is on disk.")]
pub(crate) struct ServeOptions {
    /// Address to listen on; port 0 picks a free port
    #[arg(long, env = "YIPAN_LISTEN", value_name = "ADDRESS", default_value_t = Settings::default().listen)]
    pub(super) listen: SocketAddr,

    /// Data directory
    #[arg(long, env = "YIPAN_DATA", value_name = "DIRECTORY", default_value_os_t = Settings::default().data)]
    pub(super) data: PathBuf,

    /// PostgreSQL database, such as postgres://yipan@db.example.org/yipan; a password is better set in the environment,
    /// where other users cannot see it [default: SQLite in the data directory]
    #[arg(long, env = "YIPAN_STORE", value_name = "URL", hide_env_values = true)]
    pub(super) store: Option<String>,

    /// Servers of the NATS bus between several nodes of one service, such as nats://one.example.org,nats://two.example.org;
    /// needs --store [default: a single node]
    #[arg(long, env = "YIPAN_BUS", value_name = "URLS", hide_env_values = true)]
    bus: Option<String>,

    /// Name of this server among others that share the database [default: the name of the host]
    #[arg(long, env = "YIPAN_NODE", value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    node: Option<String>,

    /// Configuration file [default: yipan.toml in the data directory, if it exists]
    #[arg(long, env = "YIPAN_CONFIG", value_name = "FILE")]
    pub(super) config: Option<PathBuf>,

    /// Print the configuration as TOML, with the source of each value, and exit
    #[arg(long)]
    pub(super) print_config: bool,

    /// Certificate chain for HTTPS, in PEM; needs --tls-key, and is reloaded when it changes [default: plain HTTP]
    #[arg(long, env = "YIPAN_TLS_CERT", value_name = "FILE")]
    tls_cert: Option<PathBuf>,

    /// Private key of the certificate, in PEM and not encrypted
    #[arg(long, env = "YIPAN_TLS_KEY", value_name = "FILE")]
    tls_key: Option<PathBuf>,

    /// Trusted proxies, as addresses or CIDR ranges such as 10.0.0.0/8; their forwarding headers are honored:
    /// `X-Forwarded-For` or `Forwarded` for rate limits, `X-Forwarded-Proto` for secure cookies [default: none]
    #[arg(long, env = "YIPAN_TRUSTED_PROXIES", value_name = "ADDRESSES", value_delimiter = ',')]
    trusted_proxies: Vec<Cidr>,

    /// Accepted host names, such as play.example.org [default: any; on loopback without --trusted-proxies only loopback
    /// names]
    #[arg(long, env = "YIPAN_HOST", value_name = "NAMES", value_delimiter = ',')]
    host: Vec<String>,

    /// Separate address for metrics and health checks, such as 127.0.0.1:9780 [default: none]
    #[arg(long, env = "YIPAN_METRICS", value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,

    /// Bearer token for `/metrics` on the main address; better set in the environment, where other users cannot see it
    /// [default: no `/metrics` there]
    #[arg(long, env = "YIPAN_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true,
        value_parser = NonEmptyStringValueParser::new())]
    metrics_token: Option<String>,

    /// Log format
    #[arg(long, env = "YIPAN_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub(super) log_format: LogFormat,

    /// Log level: error, warn, info, debug or trace, also by module, such as info,yipan_server=debug
    #[arg(long, env = "YIPAN_LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    pub(super) log_level: Targets,

    /// Messages per second and WebSocket; bursts of twice as many
    #[arg(long, env = "YIPAN_RATE_MESSAGES", value_name = "N", default_value_t = limits().message_rate.rate)]
    rate_messages: u32,

    /// Rooms opened per minute and address; bursts of twice as many
    #[arg(long, env = "YIPAN_RATE_NEW_ROOMS", value_name = "N", default_value_t = limits().new_room_rate.rate)]
    rate_new_rooms: u32,

    /// New guests per minute and address; bursts of twice as many
    #[arg(long, env = "YIPAN_RATE_NEW_GUESTS", value_name = "N", default_value_t = limits().new_guest_rate.rate)]
    rate_new_guests: u32,

    /// Sign-in attempts per minute and address; bursts of twice as many
    #[arg(long, env = "YIPAN_RATE_SIGN_INS", value_name = "N", default_value_t = limits().sign_in_rate.rate)]
    rate_sign_ins: u32,

    /// Sign-in attempts per minute, account and address; ten times as many per account from all addresses
    #[arg(long, env = "YIPAN_RATE_SIGN_INS_PER_ACCOUNT", value_name = "N",
        default_value_t = limits().sign_in_rate_per_account.rate)]
    rate_sign_ins_per_account: u32,

    /// New accounts per minute and address; bursts of twice as many
    #[arg(long, env = "YIPAN_RATE_ACCOUNTS", value_name = "N", default_value_t = limits().new_account_rate.rate)]
    rate_accounts: u32,

    /// New API tokens per minute and address; bursts of twice as many
    #[arg(long, env = "YIPAN_RATE_TOKENS", value_name = "N", default_value_t = limits().new_token_rate.rate)]
    rate_tokens: u32,

    /// Wrong room codes per minute and address; bursts of twice as many
    #[arg(long, env = "YIPAN_RATE_BAD_CODES", value_name = "N", default_value_t = limits().bad_code_rate.rate)]
    rate_bad_codes: u32,

    /// Name changes per minute and address; bursts of twice as many
    #[arg(long, env = "YIPAN_RATE_RENAMES", value_name = "N", default_value_t = limits().rename_rate.rate)]
    rate_renames: u32,

    /// Games, rooms and credentials read per minute and address; bursts of twice as many
    #[arg(long, env = "YIPAN_RATE_READS", value_name = "N", default_value_t = limits().read_rate.rate)]
    rate_reads: u32,

    /// Joins per minute and address; bursts of twice as many
    #[arg(long, env = "YIPAN_RATE_JOINS", value_name = "N", default_value_t = limits().join_rate.rate)]
    rate_joins: u32,

    /// WebSockets opened per minute and address; bursts of twice as many
    #[arg(long, env = "YIPAN_RATE_NEW_SOCKETS", value_name = "N", default_value_t = limits().new_websocket_rate.rate)]
    rate_new_sockets: u32,

    /// Maximum open WebSockets
    #[arg(long, env = "YIPAN_MAX_WEBSOCKETS", value_name = "N", default_value_t = limits().max_websockets)]
    max_websockets: usize,

    /// Maximum open WebSockets per address
    #[arg(long, env = "YIPAN_MAX_WEBSOCKETS_PER_IP", value_name = "N", default_value_t = limits().max_websockets_per_ip)]
    max_websockets_per_ip: usize,

    /// Maximum open HTTP connections, not counting upgraded WebSockets
    #[arg(long, env = "YIPAN_MAX_CONNECTIONS", value_name = "N", default_value_t = limits().max_connections,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    max_connections: usize,

    /// Maximum open HTTP connections per address; trusted proxies are exempt
    #[arg(long, env = "YIPAN_MAX_CONNECTIONS_PER_IP", value_name = "N", default_value_t = limits().max_connections_per_ip)]
    max_connections_per_ip: usize,

    /// Maximum size of a WebSocket message
    #[arg(long, env = "YIPAN_MAX_MESSAGE_BYTES", value_name = "BYTES", default_value_t = limits().max_message_bytes,
        value_parser = RangedU64ValueParser::<usize>::new().range(1_024..=1_048_576))]
    max_message_bytes: usize,

    /// Maximum size of a request body
    #[arg(long, env = "YIPAN_MAX_BODY_BYTES", value_name = "BYTES", default_value_t = limits().max_body_bytes,
        value_parser = RangedU64ValueParser::<usize>::new().range(1_024..=1_048_576))]
    max_body_bytes: usize,

    /// Consecutive messages over the rate limit after which a WebSocket is closed
    #[arg(long, env = "YIPAN_RATE_LIMIT_STRIKES", value_name = "N", default_value_t = limits().max_rate_limit_strikes)]
    rate_limit_strikes: u32,

    /// Messages queued for a slow client before it is disconnected
    #[arg(long, env = "YIPAN_SEND_QUEUE", value_name = "N", default_value_t = limits().send_queue,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    send_queue: usize,

    /// Bytes queued for a slow client before it is disconnected
    #[arg(long, env = "YIPAN_MAX_QUEUED_BYTES", value_name = "BYTES", default_value_t = limits().max_queued_bytes,
        value_parser = RangedU64ValueParser::<usize>::new().range(65_536..=u64::from(u32::MAX)))]
    max_queued_bytes: usize,

    /// Bytes queued for all slow clients of one address
    #[arg(long, env = "YIPAN_MAX_QUEUED_BYTES_PER_IP", value_name = "BYTES",
        default_value_t = limits().max_queued_bytes_per_ip,
        value_parser = RangedU64ValueParser::<usize>::new().range(65_536..=u64::from(u32::MAX)))]
    max_queued_bytes_per_ip: usize,

    /// Maximum rooms that one WebSocket may join at once
    #[arg(long, env = "YIPAN_MAX_ROOMS_PER_SOCKET", value_name = "N", default_value_t = limits().max_rooms_per_websocket)]
    max_rooms_per_socket: usize,

    /// Engine threads for computer players, at least two; one is reserved for short searches [default: half the cores]
    #[arg(long, env = "YIPAN_ENGINE_THREADS", value_name = "N")]
    engine_threads: Option<usize>,

    /// Seconds without a message after which a connection is closed
    #[arg(long, env = "YIPAN_IDLE_TIMEOUT", value_name = "SECONDS", default_value_t = limits().idle_timeout.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    idle_timeout: u64,

    /// Seconds a client may take to read one message
    #[arg(long, env = "YIPAN_WRITE_TIMEOUT", value_name = "SECONDS", default_value_t = limits().write_timeout.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    write_timeout: u64,

    /// Milliseconds after which a disconnected player is shown as away; 0 for at once
    #[arg(long, env = "YIPAN_PRESENCE_DELAY", value_name = "MILLISECONDS",
        default_value_t = limits().presence_delay.as_millis() as u64,
        value_parser = clap::value_parser!(u64).range(0..=60_000))]
    presence_delay: u64,

    /// Seconds a request may take
    #[arg(long, env = "YIPAN_REQUEST_TIMEOUT", value_name = "SECONDS",
        default_value_t = limits().request_timeout.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    request_timeout: u64,

    /// Seconds that open requests and WebSockets have at shutdown
    #[arg(long, env = "YIPAN_SHUTDOWN_TIMEOUT", value_name = "SECONDS",
        default_value_t = limits().shutdown_timeout.as_secs(),
        value_parser = clap::value_parser!(u64).range(0..=3600))]
    shutdown_timeout: u64,

    /// Seconds that one of several nodes waits at shutdown until load balancers have noticed, before it hands over its rooms
    #[arg(long, env = "YIPAN_DRAIN_DELAY", value_name = "SECONDS",
        default_value_t = Settings::default().drain_delay.as_secs(),
        value_parser = clap::value_parser!(u64).range(0..=3600))]
    drain_delay: u64,

    /// Takeback requests per side and game
    #[arg(long, env = "YIPAN_MAX_TAKEBACKS", value_name = "N", default_value_t = RoomLimits::default().max_takebacks)]
    max_takebacks: u8,

    /// Seconds between two draw offers
    #[arg(long, env = "YIPAN_DRAW_OFFER_INTERVAL", value_name = "SECONDS",
        default_value_t = seconds(RoomLimits::default().draw_offer_interval))]
    draw_offer_interval: u64,

    /// Seconds for each side's first move before the game is aborted
    #[arg(long, env = "YIPAN_FIRST_MOVE_TIMEOUT", value_name = "SECONDS",
        default_value_t = seconds(RoomLimits::default().first_move_timeout))]
    first_move_timeout: u64,

    /// Seconds a player may be disconnected before the opponent may claim the game
    #[arg(long, env = "YIPAN_CLAIM_AFTER", value_name = "SECONDS",
        default_value_t = seconds(RoomLimits::default().claim_after))]
    claim_after: u64,

    /// Seconds after which a room is closed if its game has not started
    #[arg(long, env = "YIPAN_WAITING_ROOM_TIMEOUT", value_name = "SECONDS",
        default_value_t = seconds(RoomLimits::default().waiting_room_timeout))]
    waiting_room_timeout: u64,

    /// Seconds after which a game without a clock ends if both players are disconnected
    #[arg(long, env = "YIPAN_ABANDON_AFTER", value_name = "SECONDS",
        default_value_t = seconds(RoomLimits::default().abandon_after))]
    abandon_after: u64,

    /// Seconds that clocks stand still after a restart, unless the player to move reconnects sooner
    #[arg(long, env = "YIPAN_RESTART_GRACE", value_name = "SECONDS",
        default_value_t = seconds(RoomLimits::default().restart_grace))]
    restart_grace: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum LogFormat {
    /// Human-readable lines
    Text,
    /// One JSON object per line
    Json,
}

fn limits() -> Limits {
    Limits::default()
}

const fn seconds(time: Millis) -> u64 {
    time.0 / 1_000
}

impl ServeOptions {
    /// Returns the settings of the server.
    pub(super) fn settings(&self) -> Result<Settings, ConfigError> {
        Ok(Settings {
            listen: self.listen,
            tls: self.tls_files()?,
            data: self.data.clone(),
            store: self
                .store
                .as_deref()
                .map(str::parse::<PostgresUrl>)
                .transpose()
                .map_err(ConfigError::Store)?,
            bus: self.bus()?,
            node: self.node.clone(),
            drain_delay: Duration::from_secs(self.drain_delay),
            limits: self.limits(),
            timeouts: self.room_limits(),
            trusted_proxies: self.trusted_proxies.clone(),
            allowed_hosts: self.host.clone(),
            metrics_listen: self.metrics,
            metrics_token: self.metrics_token.clone(),
        })
    }

    fn bus(&self) -> Result<Option<BusUrl>, ConfigError> {
        let bus = self.bus.as_deref().map(str::parse::<BusUrl>).transpose().map_err(ConfigError::Bus)?;
        if bus.is_some() && self.store.is_none() {
            return Err(ConfigError::BusWithoutStore);
        }
        Ok(bus)
    }

    fn tls_files(&self) -> Result<Option<TlsFiles>, ConfigError> {
        match (&self.tls_cert, &self.tls_key) {
            (Some(certificate), Some(key)) => {
                Ok(Some(TlsFiles { certificate: certificate.clone(), key: key.clone() }))
            }
            (Some(_), None) => Err(ConfigError::IncompleteTls { given: "tls-cert", missing: "tls-key" }),
            (None, Some(_)) => Err(ConfigError::IncompleteTls { given: "tls-key", missing: "tls-cert" }),
            (None, None) => Ok(None),
        }
    }

    fn limits(&self) -> Limits {
        let with_double_burst = |rate: u32| Rate { burst: rate.saturating_mul(2), rate };
        Limits {
            message_rate: with_double_burst(self.rate_messages),
            new_room_rate: with_double_burst(self.rate_new_rooms),
            new_guest_rate: with_double_burst(self.rate_new_guests),
            sign_in_rate: with_double_burst(self.rate_sign_ins),
            sign_in_rate_per_account: Rate {
                burst: self.rate_sign_ins_per_account,
                rate: self.rate_sign_ins_per_account,
            },
            new_account_rate: with_double_burst(self.rate_accounts),
            new_token_rate: with_double_burst(self.rate_tokens),
            bad_code_rate: with_double_burst(self.rate_bad_codes),
            rename_rate: with_double_burst(self.rate_renames),
            read_rate: with_double_burst(self.rate_reads),
            join_rate: with_double_burst(self.rate_joins),
            new_websocket_rate: with_double_burst(self.rate_new_sockets),
            max_websockets: self.max_websockets,
            max_websockets_per_ip: self.max_websockets_per_ip,
            max_connections: self.max_connections,
            max_connections_per_ip: self.max_connections_per_ip,
            max_message_bytes: self.max_message_bytes,
            max_body_bytes: self.max_body_bytes,
            max_rate_limit_strikes: self.rate_limit_strikes,
            send_queue: self.send_queue,
            max_queued_bytes: self.max_queued_bytes,
            max_queued_bytes_per_ip: self.max_queued_bytes_per_ip,
            max_rooms_per_websocket: self.max_rooms_per_socket,
            engine_threads: self.engine_threads.unwrap_or(Limits::default().engine_threads),
            idle_timeout: Duration::from_secs(self.idle_timeout),
            write_timeout: Duration::from_secs(self.write_timeout),
            presence_delay: Duration::from_millis(self.presence_delay),
            request_timeout: Duration::from_secs(self.request_timeout),
            shutdown_timeout: Duration::from_secs(self.shutdown_timeout),
        }
    }

    fn room_limits(&self) -> RoomLimits {
        RoomLimits {
            first_move_timeout: Millis::from_seconds(self.first_move_timeout),
            claim_after: Millis::from_seconds(self.claim_after),
            waiting_room_timeout: Millis::from_seconds(self.waiting_room_timeout),
            abandon_after: Millis::from_seconds(self.abandon_after),
            restart_grace: Millis::from_seconds(self.restart_grace),
            draw_offer_interval: Millis::from_seconds(self.draw_offer_interval),
            max_takebacks: self.max_takebacks,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};

    use super::*;

    #[test]
    fn without_options_the_settings_are_the_defaults_of_the_server() {
        let command = ServeOptions::augment_args(Command::new("serve"));
        // The environment of the test must not count.
        let command = command.mut_args(|argument| argument.env(clap::builder::Resettable::Reset));
        let matches = command.get_matches_from(["serve"]);
        let options = ServeOptions::from_arg_matches(&matches).expect("every option has a default");
        let settings = options.settings().expect("the defaults are consistent");
        assert_eq!(format!("{settings:?}"), format!("{:?}", Settings::default()));
    }
}
