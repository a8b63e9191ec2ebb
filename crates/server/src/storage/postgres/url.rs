use std::fmt;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use yipan_core::{Language, Localize, impl_localized_error};

/// The address of a PostgreSQL database. It is displayed without its password.
#[derive(Clone)]
pub struct PostgresUrl {
    /// Boxed, because they are large.
    options: Box<PgConnectOptions>,
    masked: String,
}

impl PostgresUrl {
    pub(super) fn options(&self) -> PgConnectOptions {
        (*self.options).clone()
    }
}

impl FromStr for PostgresUrl {
    type Err = ParsePostgresUrlError;

    fn from_str(text: &str) -> Result<PostgresUrl, ParsePostgresUrlError> {
        let is_postgres = text.starts_with("postgres://") || text.starts_with("postgresql://");
        let options: Option<PgConnectOptions> = text.parse().ok().filter(|_| is_postgres);
        let options = options.ok_or(ParsePostgresUrlError)?;
        options.get_database().ok_or(ParsePostgresUrlError)?;
        Ok(PostgresUrl { options: Box::new(options), masked: mask_password(text) })
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.masked)
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresUrl({})", self.masked)
    }
}

/// The error of a text that is not the address of a database. It does not repeat the text, which may contain a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePostgresUrlError;

impl Localize for ParsePostgresUrlError {
    fn localize(&self, language: Language) -> String {
        let text = language.choose(
            "the address of the store is not valid; write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with special \
             characters of the password percent-encoded",
            "数据库地址无效；请写成 postgres://USER:PASSWORD@HOST:PORT/DATABASE，密码里的特殊字符要用百分号编码",
            "資料庫位址無效；請寫成 postgres://USER:PASSWORD@HOST:PORT/DATABASE，密碼裡的特殊字元要用百分號編碼",
        );
        text.to_owned()
    }
}

impl_localized_error!(ParsePostgresUrlError);

/// Replaces the passwords in a URL, also in one that is not valid.
#[must_use]
pub fn mask_password(url: &str) -> String {
    let (address, query) = url.split_once('?').map_or((url, None), |(address, query)| (address, Some(query)));
    let mut masked = mask_user_info(address);
    if let Some(query) = query {
        let mask = |pair: &str| match pair.split_once('=') {
            Some((key, _)) if key.eq_ignore_ascii_case("password") => format!("{key}={MASK}"),
            _ => pair.to_owned(),
        };
        masked.push('?');
        masked += &query.split('&').map(mask).collect::<Vec<_>>().join("&");
    }
    masked
}

const MASK: &str = "***";

fn mask_user_info(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return MASK.to_owned() };
    // A password that is not encoded may contain the separators, so the last one counts.
    let Some((user_info, host)) = rest.rsplit_once('@') else { return address.to_owned() };
    match user_info.split_once(':') {
        Some((user, _)) => format!("{scheme}://{user}:{MASK}@{host}"),
        None => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_displayed() {
        for (url, expected) in [
            ("postgres://ada:hush@db:5432/yipan", "postgres://ada:***@db:5432/yipan"),
            (
                "postgresql://ada:hu%40sh@db/yipan?sslmode=require",
                "postgresql://ada:***@db/yipan?sslmode=require",
            ),
            ("postgres://db/yipan?user=ada&password=hush", "postgres://db/yipan?user=ada&password=***"),
            ("postgres://ada@db/yipan", "postgres://ada@db/yipan"),
        ] {
            let parsed: PostgresUrl = url.parse().expect("a valid address");
            assert_eq!(parsed.to_string(), expected);
            assert_eq!(format!("{parsed:?}"), format!("PostgresUrl({expected})"));
        }
    }

    #[test]
    fn what_is_not_an_address_is_rejected_without_being_repeated() {
        for url in ["", "hush", "mysql://ada:hush@db/yipan", "postgres://ada:hush@db:port/yipan", "/var/hush"]
        {
            let error = url.parse::<PostgresUrl>().expect_err(url).to_string();
            assert!(!error.contains("hush") && error.contains("postgres://"), "{error}");
            assert!(!mask_password(url).contains("hush"), "{url}");
        }
        assert!(!mask_password("postgres://ada:hu/sh@x@db/yipan").contains("sh@"));
    }
}
