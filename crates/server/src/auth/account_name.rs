/// The fewest characters in the name of an account.
pub(crate) const MIN_ACCOUNT_CHARACTERS: usize = 2;

/// The most characters in the name of an account.
pub(crate) const MAX_ACCOUNT_CHARACTERS: usize = 24;

/// The most characters in the name of an API token.
pub(crate) const MAX_TOKEN_NAME_CHARACTERS: usize = 24;

/// Whether a name can be the name of an account: letters, digits, hyphens and underscores of ASCII.
pub(crate) fn is_valid_account_name(name: &str) -> bool {
    (MIN_ACCOUNT_CHARACTERS..=MAX_ACCOUNT_CHARACTERS).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Whether a name can be the name of an API token, which only its owner sees.
pub(crate) fn is_valid_token_name(name: &str) -> bool {
    let length = name.chars().count();
    (1..=MAX_TOKEN_NAME_CHARACTERS).contains(&length)
        && name.trim() == name
        && !name.chars().any(char::is_control)
}
