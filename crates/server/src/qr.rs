//! The way into a room for a telephone's camera.

use axum::http::{HeaderMap, header};
use qrcode::QrCode;
use qrcode::render::svg;

use crate::hall::is_code;

/// The longest name of a host that fits into a picture one can still photograph.
const LONGEST_HOST: usize = 255;

/// The link to a room, at the address by which the hall was asked.
pub(crate) fn link(headers: &HeaderMap, code: &str) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST.as_str())?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    if !is_code(code) || host.len() > LONGEST_HOST || !host.bytes().all(plain) {
        return None;
    }
    let scheme = if text("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    Some(format!("{scheme}://{host}/room/{code}"))
}

/// A link as a picture.
pub(crate) fn svg(link: &str) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    Some(code.render::<svg::Color<'_>>().min_dimensions(200, 200).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link_at(host: &str, code: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().ok()?);
        link(&headers, code)
    }

    #[test]
    fn a_link_leads_to_the_room_at_the_address_that_was_asked() {
        assert_eq!(
            link_at("hall.example:8780", "K4T7QX").as_deref(),
            Some("http://hall.example:8780/room/K4T7QX")
        );
        for (host, code) in
            [("a b", "K4T7QX"), ("<x>", "K4T7QX"), ("hall.example", "k4t7qx"), ("hall.example", "K4")]
        {
            assert_eq!(link_at(host, code), None, "{host} {code}");
        }
    }

    #[test]
    fn the_picture_is_an_svg_without_script() {
        let picture = svg("http://hall.example/room/K4T7QX").expect("a short link fits");
        assert!(picture.contains("<svg") && !picture.contains("script"));
    }
}
