//! Packages of Debian, which the tasks install where permissions allow it.

use std::path::Path;

use crate::shell::CommandLine;

/// Installs packages, with `sudo -n` unless run as root, and returns whether that succeeded.
pub(crate) fn install(packages: &[&str]) -> bool {
    eprintln!("installing {}", packages.join(", "));
    let is_root = CommandLine::new("id", ["-u"]).output_in(Path::new(".")).is_ok_and(|id| id.trim() == "0");
    install_commands(packages, is_root).iter().all(CommandLine::succeeds)
}

fn install_commands(packages: &[&str], is_root: bool) -> [CommandLine; 2] {
    let call = |line: Vec<&str>| match is_root {
        true => CommandLine::new("apt-get", line),
        false => CommandLine::new("sudo", ["-n", "apt-get"].into_iter().chain(line)),
    };
    let mut line = vec!["install", "--yes", "--no-install-recommends"];
    line.extend(packages);
    [call(vec!["update"]), call(line)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_users_other_than_root_need_sudo() {
        let lines = |is_root| install_commands(&["a", "b"], is_root).map(|line| line.to_string());
        assert_eq!(
            lines(true),
            ["apt-get update", "apt-get install --yes --no-install-recommends a b"].map(str::to_owned)
        );
        assert_eq!(lines(false)[0], "sudo -n apt-get update");
    }
}
