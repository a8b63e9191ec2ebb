use axum::http::{HeaderMap, header};

/// Whether a request comes from a page of this server or from a program, which sends no `Origin`. The pages of other
/// sites must not use the cookies of their visitors.
pub(crate) fn is_same_origin(headers: &HeaderMap, is_secure: bool) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if !headers.contains_key(header::ORIGIN) {
        return true;
    }
    let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else { return false };
    let Some((scheme, page)) = origin.split_once("://") else { return false };
    // Without a trusted proxy the server does not know whether the page was loaded over HTTPS.
    let port = match scheme {
        "https" => ":443",
        "http" if !is_secure => ":80",
        _ => return false,
    };
    let without_default_port = |host: &str| host.strip_suffix(port).unwrap_or(host).to_ascii_lowercase();
    without_default_port(page) == without_default_port(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_same(origin: &str, host: &str, is_secure: bool) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::ORIGIN, origin.parse().expect("an origin"));
        headers.insert(header::HOST, host.parse().expect("a host"));
        is_same_origin(&headers, is_secure)
    }

    #[test]
    fn scheme_and_host_must_agree_and_default_ports_may_be_left_out() {
        assert!(is_same("https://play.example", "play.example", true));
        assert!(is_same("https://play.example", "Play.Example:443", true));
        assert!(is_same("http://play.example:8780", "play.example:8780", false));
        assert!(is_same("https://play.example", "play.example", false));
        assert!(!is_same("http://play.example", "play.example", true), "the page was not secure");
        assert!(!is_same("https://play.example:444", "play.example", true));
        assert!(!is_same("https://play.example", "play.example:80", true));
        assert!(!is_same("null", "null", false));
        assert!(is_same_origin(&HeaderMap::new(), true), "no browser");
    }
}
