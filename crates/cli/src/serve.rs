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
use yipan_record::Millis;
use yipan_rules::{Language, Words};
use yipan_server::{DataDirError, Limits, Network, Pace, Page, PageFile, Rate, Settings};

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
    trusted_proxies: Vec<Network>,

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
    log: LogForm,

    /// What is logged: error, warn, info, debug or trace, also by module, such as info,yipan_server=debug
    #[arg(long, env = "YIPAN_LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    log_level: Targets,

    /// Messages a second that one socket may send; twice as many at once
    #[arg(long, env = "YIPAN_MESSAGES", value_name = "N", default_value_t = 20)]
    messages: u32,

    /// Rooms a minute that one address may open; twice as many at once
    #[arg(long, env = "YIPAN_ROOMS", value_name = "N", default_value_t = 10)]
    rooms: u32,

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
    guesses: u32,

    /// New names a minute from one address; twice as many at once
    #[arg(long, env = "YIPAN_RENAMES", value_name = "N", default_value_t = 10)]
    renames: u32,

    /// Games, rooms and keys read a minute from one address; twice as many at once
    #[arg(long, env = "YIPAN_READS", value_name = "N", default_value_t = 120)]
    reads: u32,

    /// Joins a minute from one address; twice as many at once
    #[arg(long, env = "YIPAN_JOINS", value_name = "N", default_value_t = 240)]
    joins: u32,

    /// Sockets a minute that one address may open; twice as many at once
    #[arg(long, env = "YIPAN_RATE_NEW_SOCKETS", value_name = "N", default_value_t = 120)]
    rate_new_sockets: u32,

    /// Sockets that may be open at once
    #[arg(long, env = "YIPAN_SOCKETS", value_name = "N", default_value_t = 10_000)]
    sockets: usize,

    /// Sockets that one address may have open at once
    #[arg(long, env = "YIPAN_SOCKETS_EACH", value_name = "N", default_value_t = 200)]
    sockets_each: usize,

    /// Lines that may wait for an answer at once; a socket is none any more
    #[arg(long, env = "YIPAN_LINES", value_name = "N", default_value_t = 2_000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    lines: u32,

    /// Lines that one address may have waiting at once; trusted proxies may have all
    #[arg(long, env = "YIPAN_LINES_EACH", value_name = "N", default_value_t = 200)]
    lines_each: usize,

    /// The longest message over a socket, in bytes
    #[arg(long, env = "YIPAN_LONGEST_MESSAGE", value_name = "BYTES", default_value_t = 8_192,
        value_parser = clap::value_parser!(u32).range(1_024..=1_048_576))]
    longest_message: u32,

    /// The longest body of a request, in bytes
    #[arg(long, env = "YIPAN_LONGEST_BODY", value_name = "BYTES", default_value_t = 16_384,
        value_parser = clap::value_parser!(u32).range(1_024..=1_048_576))]
    longest_body: u32,

    /// Messages in a row over the budget that are answered before the socket is closed
    #[arg(long, env = "YIPAN_PATIENCE", value_name = "N", default_value_t = 100)]
    patience: u32,

    /// Messages that may wait for a slow reader before it is dropped
    #[arg(long, env = "YIPAN_QUEUE", value_name = "N", default_value_t = 512,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    queue: u32,

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
    tables: usize,

    /// Computer players that may search at once, at least two; one is kept for short searches [default: half the cores]
    #[arg(long, env = "YIPAN_THINKERS", value_name = "N")]
    thinkers: Option<usize>,

    /// Seconds a line may be silent before it counts as dead
    #[arg(long, env = "YIPAN_SILENCE", value_name = "SECONDS", default_value_t = 6,
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    silence: u64,

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
    closing: u64,

    /// How often a side may ask for a takeback in a game
    #[arg(long, env = "YIPAN_TAKEBACKS", value_name = "N", default_value_t = 3)]
    takebacks: u8,

    /// Seconds between two offers of a draw
    #[arg(long, env = "YIPAN_DRAW_OFFER", value_name = "SECONDS", default_value_t = 3)]
    draw_offer: u64,

    /// Seconds for a side's first move, before the game is aborted
    #[arg(long, env = "YIPAN_FIRST_MOVE", value_name = "SECONDS", default_value_t = 60)]
    first_move: u64,

    /// Seconds a player may be away before the other may claim the game
    #[arg(long, env = "YIPAN_ABSENCE", value_name = "SECONDS", default_value_t = 60)]
    absence: u64,

    /// Seconds a room may wait for its game to begin
    #[arg(long, env = "YIPAN_IDLE", value_name = "SECONDS", default_value_t = 1800)]
    idle: u64,

    /// Seconds that a game without a clock waits for anybody to come back, before it ends
    #[arg(long, env = "YIPAN_DESERTED", value_name = "SECONDS", default_value_t = 86_400)]
    deserted: u64,

    /// Seconds that clocks stand after a restart, unless the one to move is back sooner
    #[arg(long, env = "YIPAN_RESUME", value_name = "SECONDS", default_value_t = 30)]
    resume: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LogForm {
    /// For people
    Text,
    /// For machines, a JSON object a line
    Json,
}

impl ServeOptions {
    fn settings(&self) -> Settings {
        let twice = |rate: u32| Rate { burst: rate.saturating_mul(2), rate };
        Settings {
            listen: self.listen,
            data: self.data.clone(),
            limits: Limits {
                messages: twice(self.messages),
                rooms: twice(self.rooms),
                new_guests: twice(self.rate_new_guests),
                sign_ins: twice(self.rate_sign_ins),
                sign_ins_per_account: Rate {
                    burst: self.rate_sign_ins_per_account,
                    rate: self.rate_sign_ins_per_account,
                },
                new_accounts: twice(self.rate_accounts),
                new_tokens: twice(self.rate_tokens),
                guesses: twice(self.guesses),
                renames: twice(self.renames),
                reads: twice(self.reads),
                joins: twice(self.joins),
                new_sockets: twice(self.rate_new_sockets),
                sockets: self.sockets,
                sockets_each: self.sockets_each,
                lines: self.lines as usize,
                lines_each: self.lines_each,
                longest_message: self.longest_message as usize,
                longest_body: self.longest_body as usize,
                patience: self.patience,
                queue: self.queue as usize,
                max_queued_bytes: self.max_queued_bytes as usize,
                max_queued_bytes_per_ip: self.max_queued_bytes_per_ip as usize,
                tables: self.tables,
                thinkers: self.thinkers.unwrap_or(Limits::default().thinkers),
                silence: Duration::from_secs(self.silence),
                write: Duration::from_secs(self.write_timeout),
                presence_delay: Duration::from_millis(self.presence_delay),
                request: Duration::from_secs(self.request_timeout),
                closing: Duration::from_secs(self.closing),
            },
            pace: Pace {
                first_move: Millis::seconds(self.first_move),
                absence: Millis::seconds(self.absence),
                idle: Millis::seconds(self.idle),
                deserted: Millis::seconds(self.deserted),
                resume: Millis::seconds(self.resume),
                draw_offer: Millis::seconds(self.draw_offer),
                takebacks: self.takebacks,
            },
            trusted_proxies: self.trusted_proxies.clone(),
            hosts: self.host.clone(),
            metrics_listen: self.metrics,
            metrics_token: self.metrics_token.clone(),
        }
    }
}

pub(crate) fn run(options: &ServeOptions, language: Language) -> Result<ExitCode> {
    start_log(options.log, options.log_level.clone());
    let settings = options.settings();
    yipan_server::raise_descriptor_limit(&settings.limits);
    let runtime = tokio::runtime::Runtime::new().context("no threads to serve with")?;
    runtime.block_on(async {
        let hall = yipan_server::open(settings).await.map_err(|error| in_words(error, language));
        let hall = hall.with_context(|| {
            format!("the hall cannot open at {} with the folder {}", options.listen, options.data.display())
        })?;
        let hall = hall.with_page(Arc::new(Embedded));
        let words = language.pick("the hall is open at", "大厅已开放：", "大廳已開放：");
        let mut out = std::io::stdout();
        writeln!(out, "{words} http://{}/", hall.address())?;
        out.flush()?;
        hall.run(told_to_stop()).await?;
        Ok(ExitCode::SUCCESS)
    })
}

fn start_log(form: LogForm, level: Targets) {
    // Color codes in a file are noise to people and programs.
    let is_colored = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = tracing_subscriber::fmt::layer()
        .with_target(false)
        .with_ansi(is_colored)
        .with_writer(std::io::stderr);
    let lines = match form {
        LogForm::Text => lines.boxed(),
        LogForm::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(level)).init();
}

/// Puts what is wrong with a data directory into the user's language.
pub(crate) fn in_words(error: std::io::Error, language: Language) -> anyhow::Error {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<DataDirError>()) {
        Some(inner) => anyhow::anyhow!(inner.words(language)),
        None => error.into(),
    }
}

/// The page inside the program.
struct Embedded;

impl Page for Embedded {
    fn file(&self, name: &str) -> Option<PageFile> {
        let asset = yipan_assets::find(name)?;
        Some(PageFile { bytes: asset.bytes, kind: asset.kind, tag: asset.tag })
    }
}

/// Waits for SIGTERM or Ctrl-C.
async fn told_to_stop() {
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
