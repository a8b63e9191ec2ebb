//! QR codes of links to rooms.

use axum::http::HeaderMap;
use qrcode::QrCode;
use qrcode::render::svg;

use super::base_url::base_url;
use crate::net::client_addr::ClientAddr;
use crate::rooms::room_code::is_room_code;

/// Returns the link to a room at the host of the request; `None` if the code or the host is malformed.
pub(crate) fn room_link(client: ClientAddr, headers: &HeaderMap, code: &str) -> Option<String> {
    let base = base_url(client, headers).filter(|_| is_room_code(code))?;
    Some(format!("{base}/room/{code}"))
}

/// Renders a link as a QR code.
pub(crate) fn svg(link: &str) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    Some(code.render::<svg::Color<'_>>().min_dimensions(200, 200).build())
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn link_by(is_secure: bool, host: &str, code: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().ok()?);
        room_link(ClientAddr { address: [127, 0, 0, 1].into(), is_secure }, &headers, code)
    }

    fn link_at(host: &str, code: &str) -> Option<String> {
        link_by(false, host, code)
    }

    #[test]
    fn a_link_leads_to_the_room_at_the_host_of_the_request() {
        assert_eq!(
            link_at("play.example:8780", "K4T7QX").as_deref(),
            Some("http://play.example:8780/room/K4T7QX")
        );
        assert_eq!(
            link_by(true, "play.example", "K4T7QX").as_deref(),
            Some("https://play.example/room/K4T7QX")
        );
        for (host, code) in
            [("a b", "K4T7QX"), ("<x>", "K4T7QX"), ("play.example", "k4t7qx"), ("play.example", "K4")]
        {
            assert_eq!(link_at(host, code), None, "{host} {code}");
        }
    }

    #[test]
    fn the_picture_is_an_svg_without_script() {
        let picture = svg("http://play.example/room/K4T7QX").expect("a short link fits");
        assert!(picture.contains("<svg") && !picture.contains("script"));
    }
}
