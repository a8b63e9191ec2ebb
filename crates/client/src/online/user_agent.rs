use yipan_core::Language;

use crate::text::messages::account;

/// Tokens of user agents and the browser names. Many browsers imitate others, so the imitators come first.
const BROWSERS: [(&str, &str); 7] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// Returns the device of a session, such as `Firefox on Linux`, or the label itself if it is unknown.
#[must_use]
pub fn device_name(label: &str, language: Language) -> String {
    let find_name = |all: &[(&str, &'static str)]| {
        all.iter().find(|(token, _)| label.contains(token)).map(|(_, name)| *name)
    };
    match (find_name(&BROWSERS), find_name(&SYSTEMS)) {
        _ if label == "guest" => account::FIRST_VISIT.localize(language).to_owned(),
        (Some(browser), Some(system)) => {
            account::BROWSER_ON_SYSTEM.localize_with(language, &[browser, system])
        }
        (Some(name), None) => name.to_owned(),
        (None, Some(system)) => account::BROWSER_ON_SYSTEM
            .localize_with(language, &[account::UNKNOWN_BROWSER.localize(language), system]),
        (None, None) => label.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_named_by_its_browser_and_system() {
        for (label, name) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5",
                "Unknown browser on iPhone",
            ),
            ("guest", "This browser (first visit)"),
            ("curl/8.5", "curl/8.5"),
        ] {
            assert_eq!(device_name(label, Language::English), name);
        }
        assert_eq!(device_name("Chrome/126 Linux", Language::Simplified), "Chrome（Linux）");
    }
}
