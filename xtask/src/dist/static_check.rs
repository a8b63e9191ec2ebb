//! The step `static` of the tests: the statically linked program needs nothing but itself.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;

use super::c_compiler::{self, NATIVE_PACKAGE};
use super::empty_root::EmptyRoot;
use super::program;
use super::target::Target;
use crate::not_checked::NotChecked;
use crate::{debian_packages, toolchain};

/// The question that stays open without this check.
const UNKNOWN: &str = "whether the statically linked program runs where there is nothing else";

/// A file of the page that every build of it has.
const PAGE_FILE: &str = "web_bg.wasm";

/// The longest time between two parts of a response.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Builds the program without optimization, runs it with an empty environment in an empty root directory, and checks
/// that it is healthy, serves the page and stops.
pub(crate) fn check() -> Result<()> {
    let not_checked = |missing: &str, install: String| NotChecked {
        missing: missing.to_owned(),
        unknown: UNKNOWN,
        install,
    };
    let target = Target::native()
        .ok_or_else(|| not_checked("Linux on x86-64 or ARM", "cargo xtask test --only static".to_owned()))?;
    toolchain::ensure_target(target.name()).map_err(|error| {
        eprintln!("{error:#}");
        let install = toolchain::target_install_command(target.name()).to_string();
        not_checked(&format!("the target {}", target.name()), install)
    })?;
    let compiler = c_compiler::find(target).or_else(|error| {
        debian_packages::install(&[NATIVE_PACKAGE]);
        c_compiler::find(target).map_err(|_| not_checked("a C compiler for musl", error.install()))
    })?;
    let enter = EmptyRoot::find_enter().ok_or_else(|| {
        let install = "sudo --preserve-env cargo xtask test --only static".to_owned();
        not_checked("the permission to change the root directory", install)
    })?;
    let metadata = MetadataCommand::new().no_deps().exec().context("cargo cannot read this workspace")?;
    let page = metadata.workspace_root.as_std_path().join("crates/assets/site").join(PAGE_FILE);
    let page = fs::read(page).context("the page is not built; run `cargo xtask page` first")?;
    let target_directory = metadata.target_directory.as_std_path();
    let program = program::build_quick(target, &compiler, target_directory)?;
    let root = EmptyRoot::create(target_directory.join("empty-root"), &program, enter)?;
    check_server(&root, &page)?;
    root.remove()
}

/// Starts a server, checks what it serves, and stops it.
fn check_server(root: &EmptyRoot, page: &[u8]) -> Result<()> {
    let server = root.serve()?;
    let address = &server.address;
    let health = root.run(&["health", "--address", address])?;
    ensure!(health.trim() == format!("{address}: ok"), "`yipan health` printed `{}`", health.trim());
    ensure!(get(address, "/")?.0 == "200", "the server in the empty directory serves no page");
    let (status, body) = get(address, &format!("/{PAGE_FILE}"))?;
    ensure!(
        status == "200" && body == page,
        "{PAGE_FILE} is not the one that was built (status {status}, {} bytes)",
        body.len()
    );
    server.stop()?;
    eprintln!("the program runs with nothing but its data directory");
    Ok(())
}

/// Requests a path and returns the status and the body.
fn get(address: &str, path: &str) -> Result<(String, Vec<u8>)> {
    let mut stream = TcpStream::connect(address).with_context(|| format!("cannot connect to {address}"))?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).with_context(|| format!("no response to {path}"))?;
    split_response(&response).with_context(|| format!("the response to {path} is not HTTP"))
}

fn split_response(response: &[u8]) -> Option<(String, Vec<u8>)> {
    let end = response.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = str::from_utf8(&response[..end]).ok()?;
    let status = head.strip_prefix("HTTP/1.1 ")?.split(' ').next()?;
    Some((status.to_owned(), response[end + 4..].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_has_a_status_and_a_body() {
        let response = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n\x00\xff";
        assert_eq!(split_response(response), Some(("200".to_owned(), vec![0, 0xff])));
        assert_eq!(split_response(b"HTTP/1.1 200 OK\r\n"), None);
        assert_eq!(split_response(b"220 mail\r\n\r\n"), None);
    }
}
