//! `yipan serve`: the hall.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use yipan_core::{Language, Localize};
use yipan_record::Millis;
use yipan_server::{Cidr, DataDirError, Limits, Rate, RoomLimits, Settings, StaticFile, StaticFiles};

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan serve --listen 0.0.0.0:8780 --data /var/lib/yipan\n\
    Every option is also read from the environment: YIPAN_LISTEN, YIPAN_DATA, YIPAN_LOG and so on.\n\
    The first line on standard output is the address. SIGTERM and Ctrl-C close it in order; it can be killed at\n\
    any moment and goes on where it stood.")]
pub(crate) struct ServeOptions {
    /// Where to listen; port 0 takes a free one
    #[arg(long, env = "YIPAN_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8780")]
    listen: SocketAddr,

    /// The folder that everything is kept in
    #[arg(long, env = "YIPAN_DATA", value_name = "FOLDER", default_value = "yipan-data")]
    data: PathBuf,

    /// Proxies, as addresses or networks such as 10.0.0.0/8, that are believed for whom they speak: `X-Forwarded-For` or
    /// `Forwarded` for budgets, `X-Forwarded-Proto` for secure cookies [default: none]
    #[arg(long, env = "YIPAN_TRUSTED_PROXIES", value_name = "ADDRESSES", value_delimiter = ',')]
    trusted_proxies: Vec<Cidr>,

    /// Host names to answer to, such as play.example.org [default: every name; on loopback without --trusted-proxies
    /// only names of loopback]
    #[arg(long, env = "YIPAN_HOST", value_name = "NAMES", value_delimiter = ',')]
    host: Vec<String>,

    /// Where to serve metrics and health apart from everything else, such as 127.0.0.1:9780 [default: nowhere]
    #[arg(long, env = "YIPAN_METRICS", value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,

    /// The bearer token that opens `/metrics` on the main listener; better set in the environment, where other users
    /// cannot see it [default: `/metrics` is not found]
    #[arg(long, env = "YIPAN_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true,
        value_parser = clap::builder::NonEmptyStringValueParser::new())]
    metrics_token: Option<String>,

    /// How the log is written
    #[arg(long, env = "YIPAN_LOG", value_name = "FORM", default_value = "text")]
    log_format: LogFormat,

    /// What is logged: error, warn, info, debug or trace, also by module, such as info,yipan_server=debug
    #[arg(long, env = "YIPAN_LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    log_level: Targets,

    /// Messages a second that one socket may send; twice as many at once
    #[arg(long, env = "YIPAN_MESSAGES", value_name = "N", default_value_t = 20)]
    rate_messages: u32,

    /// Rooms a minute that one address may open; twice as many at once
    #[arg(long, env = "YIPAN_ROOMS", value_name = "N", default_value_t = 10)]
    rate_new_rooms: u32,

    /// New guests per minute and address; twice as many at once
    #[arg(long, env = "YIPAN_RATE_NEW_GUESTS", value_name = "N", default_value_t = 60)]
    rate_new_guests: u32,

    /// Sign-ins, right or wrong, per minute and address; twice as many at once
    #[arg(long, env = "YIPAN_RATE_SIGN_INS", value_name = "N", default_value_t = 20)]
    rate_sign_ins: u32,

    /// Passwords tried per minute, account and address; ten times as many per account over all addresses
    #[arg(long, env = "YIPAN_RATE_SIGN_INS_PER_ACCOUNT", value_name = "N", default_value_t = 10)]
    rate_sign_ins_per_account: u32,

    /// New accounts per minute and address; twice as many at once
    #[arg(long, env = "YIPAN_RATE_ACCOUNTS", value_name = "N", default_value_t = 10)]
    rate_accounts: u32,

    /// New API tokens per minute and address; twice as many at once
    #[arg(long, env = "YIPAN_RATE_TOKENS", value_name = "N", default_value_t = 10)]
    rate_tokens: u32,

    /// Wrong codes a minute from one address; twice as many at once
    #[arg(long, env = "YIPAN_GUESSES", value_name = "N", default_value_t = 15)]
    rate_bad_codes: u32,

    /// New names a minute from one address; twice as many at once
    #[arg(long, env = "YIPAN_RENAMES", value_name = "N", default_value_t = 10)]
    rate_renames: u32,

    /// Games, rooms and keys read a minute from one address; twice as many at once
    #[arg(long, env = "YIPAN_READS", value_name = "N", default_value_t = 120)]
    rate_reads: u32,

    /// Joins a minute from one address; twice as many at once
    #[arg(long, env = "YIPAN_JOINS", value_name = "N", default_value_t = 240)]
    rate_joins: u32,

    /// Sockets a minute that one address may open; twice as many at once
    #[arg(long, env = "YIPAN_RATE_NEW_SOCKETS", value_name = "N", default_value_t = 120)]
    rate_new_sockets: u32,

    /// Sockets that may be open at once
    #[arg(long, env = "YIPAN_SOCKETS", value_name = "N", default_value_t = 10_000)]
    max_websockets: usize,

    /// Sockets that one address may have open at once
    #[arg(long, env = "YIPAN_SOCKETS_EACH", value_name = "N", default_value_t = 200)]
    max_websockets_per_ip: usize,

    /// Lines that may wait for an answer at once; a socket is none any more
    #[arg(long, env = "YIPAN_LINES", value_name = "N", default_value_t = 2_000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_connections: u32,

    /// Lines that one address may have waiting at once; trusted proxies may have all
    #[arg(long, env = "YIPAN_LINES_EACH", value_name = "N", default_value_t = 200)]
    max_connections_per_ip: usize,

    /// The longest message over a socket, in bytes
    #[arg(long, env = "YIPAN_LONGEST_MESSAGE", value_name = "BYTES", default_value_t = 8_192,
        value_parser = clap::value_parser!(u32).range(1_024..=1_048_576))]
    max_message_bytes: u32,

    /// The longest body of a request, in bytes
    #[arg(long, env = "YIPAN_LONGEST_BODY", value_name = "BYTES", default_value_t = 16_384,
        value_parser = clap::value_parser!(u32).range(1_024..=1_048_576))]
    max_body_bytes: u32,

    /// Messages in a row over the budget that are answered before the socket is closed
    #[arg(long, env = "YIPAN_PATIENCE", value_name = "N", default_value_t = 100)]
    rate_limit_strikes: u32,

    /// Messages that may wait for a slow reader before it is dropped
    #[arg(long, env = "YIPAN_QUEUE", value_name = "N", default_value_t = 512,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    send_queue: u32,

    /// Bytes that may wait for a slow reader before it is dropped
    #[arg(long, env = "YIPAN_MAX_QUEUED_BYTES", value_name = "BYTES", default_value_t = 1_048_576,
        value_parser = clap::value_parser!(u32).range(65_536..))]
    max_queued_bytes: u32,

    /// Bytes that may wait for all slow readers of one address
    #[arg(long, env = "YIPAN_MAX_QUEUED_BYTES_PER_IP", value_name = "BYTES", default_value_t = 16_777_216,
        value_parser = clap::value_parser!(u32).range(65_536..))]
    max_queued_bytes_per_ip: u32,

    /// Tables that one socket may follow at once
    #[arg(long, env = "YIPAN_TABLES", value_name = "N", default_value_t = 64)]
    max_rooms_per_socket: usize,

    /// Computer players that may search at once, at least two; one is kept for short searches [default: half the cores]
    #[arg(long, env = "YIPAN_THINKERS", value_name = "N")]
    engine_threads: Option<usize>,

    /// Seconds a line may be silent before it counts as dead
    #[arg(long, env = "YIPAN_SILENCE", value_name = "SECONDS", default_value_t = 6,
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    idle_timeout: u64,

    /// Seconds a reader may take for one message before it counts as gone
    #[arg(long, env = "YIPAN_WRITE_TIMEOUT", value_name = "SECONDS", default_value_t = 8,
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    write_timeout: u64,

    /// Milliseconds a player must be disconnected before the opponent is told; 0 tells it at once
    #[arg(long, env = "YIPAN_PRESENCE_DELAY", value_name = "MILLISECONDS", default_value_t = 1_000,
        value_parser = clap::value_parser!(u64).range(0..=60_000))]
    presence_delay: u64,

    /// Seconds the answer to a request may take
    #[arg(long, env = "YIPAN_REQUEST_TIMEOUT", value_name = "SECONDS", default_value_t = 20,
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    request_timeout: u64,

    /// Seconds the last requests and sockets may take once the hall closes
    #[arg(long, env = "YIPAN_CLOSING", value_name = "SECONDS", default_value_t = 5,
        value_parser = clap::value_parser!(u64).range(0..=3600))]
    shutdown_timeout: u64,

    /// How often a side may ask for a takeback in a game
    #[arg(long, env = "YIPAN_TAKEBACKS", value_name = "N", default_value_t = 3)]
    max_takebacks: u8,

    /// Seconds between two offers of a draw
    #[arg(long, env = "YIPAN_DRAW_OFFER", value_name = "SECONDS", default_value_t = 3)]
    draw_offer_interval: u64,

    /// Seconds for a side's first move, before the game is aborted
    #[arg(long, env = "YIPAN_FIRST_MOVE", value_name = "SECONDS", default_value_t = 60)]
    first_move_timeout: u64,

    /// Seconds a player may be away before the other may claim the game
    #[arg(long, env = "YIPAN_ABSENCE", value_name = "SECONDS", default_value_t = 60)]
    claim_after: u64,

    /// Seconds a room may wait for its game to begin
    #[arg(long, env = "YIPAN_IDLE", value_name = "SECONDS", default_value_t = 1800)]
    waiting_room_timeout: u64,

    /// Seconds that a game without a clock waits for anybody to come back, before it ends
    #[arg(long, env = "YIPAN_DESERTED", value_name = "SECONDS", default_value_t = 86_400)]
    abandon_after: u64,

    /// Seconds that clocks stand after a restart, unless the one to move is back sooner
    #[arg(long, env = "YIPAN_RESUME", value_name = "SECONDS", default_value_t = 30)]
    restart_grace: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LogFormat {
    /// For people
    Text,
    /// For machines, a JSON object a line
    Json,
}

impl ServeOptions {
    fn settings(&self) -> Settings {
        let with_double_burst = |rate: u32| Rate { burst: rate.saturating_mul(2), rate };
        Settings {
            listen: self.listen,
            data: self.data.clone(),
            limits: Limits {
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
                max_connections: self.max_connections as usize,
                max_connections_per_ip: self.max_connections_per_ip,
                max_message_bytes: self.max_message_bytes as usize,
                max_body_bytes: self.max_body_bytes as usize,
                max_rate_limit_strikes: self.rate_limit_strikes,
                send_queue: self.send_queue as usize,
                max_queued_bytes: self.max_queued_bytes as usize,
                max_queued_bytes_per_ip: self.max_queued_bytes_per_ip as usize,
                max_rooms_per_websocket: self.max_rooms_per_socket,
                engine_threads: self.engine_threads.unwrap_or(Limits::default().engine_threads),
                idle_timeout: Duration::from_secs(self.idle_timeout),
                write_timeout: Duration::from_secs(self.write_timeout),
                presence_delay: Duration::from_millis(self.presence_delay),
                request_timeout: Duration::from_secs(self.request_timeout),
                shutdown_timeout: Duration::from_secs(self.shutdown_timeout),
            },
            timeouts: RoomLimits {
                first_move_timeout: Millis::from_seconds(self.first_move_timeout),
                claim_after: Millis::from_seconds(self.claim_after),
                waiting_room_timeout: Millis::from_seconds(self.waiting_room_timeout),
                abandon_after: Millis::from_seconds(self.abandon_after),
                restart_grace: Millis::from_seconds(self.restart_grace),
                draw_offer_interval: Millis::from_seconds(self.draw_offer_interval),
                max_takebacks: self.max_takebacks,
            },
            trusted_proxies: self.trusted_proxies.clone(),
            allowed_hosts: self.host.clone(),
            metrics_listen: self.metrics,
            metrics_token: self.metrics_token.clone(),
        }
    }
}

pub(crate) fn run(options: &ServeOptions, language: Language) -> Result<ExitCode> {
    start_log(options.log_format, options.log_level.clone());
    let settings = options.settings();
    yipan_server::raise_descriptor_limit(&settings.limits);
    let runtime = tokio::runtime::Runtime::new().context("no threads to serve with")?;
    runtime.block_on(async {
        let hall =
            yipan_server::Server::bind(settings).await.map_err(|error| localize_error(error, language));
        let hall = hall.with_context(|| {
            format!("the hall cannot open at {} with the folder {}", options.listen, options.data.display())
        })?;
        let hall = hall.with_static_files(Arc::new(EmbeddedPage));
        let words = language.choose("the hall is open at", "大厅已开放：", "大廳已開放：");
        let mut out = std::io::stdout();
        writeln!(out, "{words} http://{}/", hall.address())?;
        out.flush()?;
        hall.run(shutdown_signal()).await?;
        Ok(ExitCode::SUCCESS)
    })
}

fn start_log(format: LogFormat, level: Targets) {
    // Color codes in a file are noise to people and programs.
    let is_colored = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = tracing_subscriber::fmt::layer()
        .with_target(false)
        .with_ansi(is_colored)
        .with_writer(std::io::stderr);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(level)).init();
}

/// Puts what is wrong with a data directory into the user's language.
pub(crate) fn localize_error(error: std::io::Error, language: Language) -> anyhow::Error {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<DataDirError>()) {
        Some(inner) => anyhow::anyhow!(inner.localize(language)),
        None => error.into(),
    }
}

/// The page inside the program.
struct EmbeddedPage;

impl StaticFiles for EmbeddedPage {
    fn file(&self, name: &str) -> Option<StaticFile> {
        let asset = yipan_assets::find(name)?;
        Some(StaticFile { bytes: asset.bytes, content_type: asset.content_type, etag: asset.etag })
    }
}

/// Waits for SIGTERM or Ctrl-C.
async fn shutdown_signal() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
