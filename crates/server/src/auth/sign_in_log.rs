//! Log lines about sign-ins, in a form that fail2ban can read. They hold no passwords.

use std::net::IpAddr;

/// The most characters of a name that are logged. Longer names are not those of accounts.
const MAX_LOGGED_CHARACTERS: usize = 64;

pub(crate) fn log_accepted(address: IpAddr, account: &str) {
    tracing::info!(%address, account = shortened(account), "sign-in accepted");
}

pub(crate) fn log_rejected(address: IpAddr, account: &str) {
    tracing::warn!(%address, account = shortened(account), "sign-in rejected");
}

pub(crate) fn log_rate_limited(address: IpAddr, account: &str) {
    tracing::warn!(%address, account = shortened(account), "sign-in rate-limited");
}

/// Shortens a name. The subscriber quotes and escapes it, so that it cannot forge a line.
fn shortened(account: &str) -> &str {
    let end = account.char_indices().nth(MAX_LOGGED_CHARACTERS).map_or(account.len(), |(end, _)| end);
    &account[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut_between_characters() {
        assert_eq!(shortened("ada"), "ada");
        assert_eq!(shortened(&"棋".repeat(100)), "棋".repeat(MAX_LOGGED_CHARACTERS));
    }
}
