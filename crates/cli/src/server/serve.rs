//! `yipan serve`.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use yipan_core::{Language, Localize};
use yipan_server::{StaticFile, StaticFiles};

use super::config::error::ConfigError;
use super::config::layers::Configuration;
use super::localized_error::localize_error;
use super::runtime::runtime;
use super::serve_options::{LogFormat, ServeOptions};
use super::shutdown_signal::shutdown_signal;
use crate::arguments::Arguments;

/// Runs the command. These options are without those of the file, which the command line or the environment may name.
pub(crate) fn run(options: &ServeOptions, language: Language) -> Result<ExitCode> {
    let localized = |error: ConfigError| anyhow!(error.localize(language));
    let command_line: Vec<OsString> = std::env::args_os().collect();
    let configuration = Configuration::resolve(Arguments::localized_command(language), &command_line);
    let configuration = configuration.map_err(localized)?;
    if options.print_config {
        write!(std::io::stdout(), "{}", configuration.to_toml(language))?;
        return Ok(ExitCode::SUCCESS);
    }
    let options = &configuration.options;
    let settings = options.settings().map_err(localized)?;
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    init_logging(options.log_format, options.log_level.clone());
    if let Some(file) = &configuration.file {
        tracing::info!(file = %file.display(), "configuration file read");
    }
    yipan_server::raise_descriptor_limit(&settings.limits);
    runtime()?.block_on(async {
        let server =
            yipan_server::Server::bind(settings).await.map_err(|error| localize_error(error, language));
        let server = server.with_context(|| bind_error(options, language))?;
        let server = server.with_static_files(Arc::new(EmbeddedPage));
        let text = language.choose("server listening at", "服务器已启动：", "伺服器已啟動：");
        let mut out = std::io::stdout();
        writeln!(out, "{text} {scheme}://{}/", server.address())?;
        out.flush()?;
        server.run(shutdown_signal()).await?;
        Ok(ExitCode::SUCCESS)
    })
}

fn bind_error(options: &ServeOptions, language: Language) -> String {
    let (listen, data) = (options.listen, options.data.display());
    if options.store.is_some() {
        return match language {
            Language::English => format!("cannot start the server at {listen}"),
            Language::Simplified => format!("服务器无法在 {listen} 启动"),
            Language::Traditional => format!("伺服器無法在 {listen} 啟動"),
        };
    }
    match language {
        Language::English => format!("cannot start the server at {listen} with data directory {data}"),
        Language::Simplified => format!("服务器无法在 {listen} 启动，数据目录 {data}"),
        Language::Traditional => format!("伺服器無法在 {listen} 啟動，資料目錄 {data}"),
    }
}

fn init_logging(format: LogFormat, level: Targets) {
    // Color codes are noise in a file.
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

/// The files of the page that are compiled into the program.
struct EmbeddedPage;

impl StaticFiles for EmbeddedPage {
    fn file(&self, name: &str) -> Option<StaticFile> {
        let asset = yipan_assets::find(name)?;
        Some(StaticFile { bytes: asset.bytes, content_type: asset.content_type, etag: asset.etag })
    }
}
