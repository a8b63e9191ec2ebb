//! The bus of the tests with several nodes: Debian's NATS server.

use std::path::Path;

use crate::debian_packages;

/// The paths where Debian and others install the program.
const PROGRAMS: [&str; 3] = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"];

/// The Debian package.
const PACKAGE: &str = "nats-server";

/// Installs the NATS server if it is missing and permissions allow. Without it the tests say what was not run.
pub(crate) fn try_install() {
    if !is_installed() {
        debian_packages::install(&[PACKAGE]);
    }
}

/// Whether the tests find a server to start.
pub(crate) fn is_installed() -> bool {
    PROGRAMS.iter().any(|program| Path::new(program).exists())
}
