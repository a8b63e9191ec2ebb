//! `yipan health`.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use yipan_core::{Language, Localize};

use super::config::layers::Configuration;
use super::health_options::HealthOptions;
use crate::arguments::Arguments;

/// The longest time to connect, and between two parts of the response.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The most bytes of a response that are read. That of `/healthz` is short.
const MAX_RESPONSE_BYTES: u64 = 16 * 1024;

pub(crate) fn run(options: &HealthOptions, language: Language) -> Result<ExitCode> {
    let address = match options.address {
        Some(address) => address,
        None => configured_address(options, language)?,
    };
    let address = reachable_address(address);
    let response = request_health(address).with_context(|| match language {
        Language::English => format!("the server at {address} does not respond"),
        Language::Simplified => format!("服务器 {address} 没有响应"),
        Language::Traditional => format!("伺服器 {address} 沒有回應"),
    })?;
    let Some((status, body)) = status_and_body(&response) else {
        bail!(match language {
            Language::English => format!("{address} is not a web server"),
            Language::Simplified => format!("{address} 不是网页服务器"),
            Language::Traditional => format!("{address} 不是網頁伺服器"),
        });
    };
    if status != "200" {
        bail!("{address}: {status} {}", body.trim());
    }
    writeln!(io::stdout(), "{address}: {}", language.choose("ok", "正常", "正常"))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the address that the server listens on with the same environment.
fn configured_address(options: &HealthOptions, language: Language) -> Result<SocketAddr> {
    let mut command_line: Vec<OsString> = vec!["yipan".into(), "serve".into()];
    if let Some(config) = &options.config {
        command_line.extend(["--config".into(), config.into()]);
    }
    let configuration = Configuration::resolve(Arguments::localized_command(language), &command_line)
        .map_err(|error| anyhow!(error.localize(language)))?;
    Ok(configuration.options.listen)
}

/// Returns loopback for an address that stands for all addresses of the machine.
fn reachable_address(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Returns the response to a request of `/healthz`.
fn request_health(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut response = Vec::new();
    stream.take(MAX_RESPONSE_BYTES).read_to_end(&mut response)?;
    Ok(String::from_utf8_lossy(&response).into_owned())
}

/// Splits a response; `None` if it is not HTTP.
fn status_and_body(response: &str) -> Option<(&str, &str)> {
    let (head, body) = response.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.1 ")?.split([' ', '\r']).next()?;
    Some((status, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_all_addresses_is_reached_on_loopback() {
        for (listen, expected) in [
            ("0.0.0.0:8780", "127.0.0.1:8780"),
            ("[::]:8780", "[::1]:8780"),
            ("192.0.2.1:80", "192.0.2.1:80"),
        ] {
            let address = reachable_address(listen.parse().expect("an address"));
            assert_eq!(address.to_string(), expected);
        }
    }

    #[test]
    fn a_response_has_a_status_and_a_body() {
        let response = "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 3\r\n\r\nno\n";
        assert_eq!(status_and_body(response), Some(("503", "no\n")));
        assert_eq!(status_and_body("HTTP/1.1 200\r\n\r\n"), Some(("200", "")));
        for other in ["", "HTTP/1.1 200 OK\r\n", "SSH-2.0-x\r\n\r\n"] {
            assert_eq!(status_and_body(other), None, "{other}");
        }
    }
}
