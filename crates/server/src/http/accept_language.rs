//! The `Accept-Language` header.

use axum::http::{HeaderMap, header};
use yipan_core::Language;

/// The default weight of a language, in thousandths.
const FULL_WEIGHT: u16 = 1_000;

/// Returns the supported language with the highest weight, or the first of those.
pub(crate) fn language(headers: &HeaderMap) -> Language {
    let values = headers.get_all(header::ACCEPT_LANGUAGE).into_iter().filter_map(|value| value.to_str().ok());
    let mut best = (0, Language::default());
    for range in values.flat_map(|value| value.split(',')) {
        if let Some((weight, language)) = parse_range(range)
            && weight > best.0
        {
            best = (weight, language);
        }
    }
    let (_, language) = best;
    language
}

/// Parses `zh-Hans;q=0.5`; `None` if the language is not supported or the weight is malformed.
fn parse_range(range: &str) -> Option<(u16, Language)> {
    let mut parts = range.split(';').map(str::trim);
    let language = parts.next()?.parse().ok()?;
    let weight = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        name.trim().eq_ignore_ascii_case("q").then(|| value.trim())
    });
    Some((weight.map_or(Some(FULL_WEIGHT), parse_weight)?, language))
}

/// Parses a number from 0 to 1 with up to three decimals, in thousandths.
fn parse_weight(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_number = decimals.len() <= 3 && decimals.bytes().all(|byte| byte.is_ascii_digit());
    let thousandths = format!("{decimals:0<3}").parse::<u16>().ok().filter(|_| is_number)?;
    match whole {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(FULL_WEIGHT),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_language_of_the_highest_weight_is_chosen() {
        use Language::{English, Simplified, Traditional};
        for (header, expected) in [
            ("", English),
            ("zh-Hans;q=0.1, en;q=0.9", English),
            ("en;q=0.1, zh-Hans;q=0.9", Simplified),
            ("fr, zh-TW;q=0.8, en;q=0.7", Traditional),
            ("zh-CN,zh;q=0.9,en;q=0.8", Simplified),
            ("en, zh-Hant", English),
            ("zh-Hant, en", Traditional),
            ("zh-Hans;q=0, en;q=0.001", English),
            ("zh-Hans;q=0", English),
            ("zh-Hans; Q=0.5 ,en;q=0.499", Simplified),
            ("zh-Hans;q=1.000, en", Simplified),
            ("*;q=0.5, zh-Hant;q=0.4", Traditional),
            ("fr, de;q=0.5, *;q=0.1", English),
            // Malformed ranges are ignored.
            ("zh-Hans;q=2, zh-Hant;q=0.1", Traditional),
            ("zh-Hans;q=0.12345, zh-Hant;q=x, en;q=0.1", English),
            (";;;,,,;q=1,=", English),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_str(header).expect("a value"));
            assert_eq!(language(&headers), expected, "{header}");
        }
    }

    #[test]
    fn a_header_may_come_in_parts() {
        let mut headers = HeaderMap::new();
        for value in ["en;q=0.2", "zh-Hans;q=0.3"] {
            headers.append(header::ACCEPT_LANGUAGE, HeaderValue::from_static(value));
        }
        assert_eq!(language(&headers), Language::Simplified);
    }
}
