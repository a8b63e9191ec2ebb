use alloc::{borrow::ToOwned, string::String};
use core::{error::Error, fmt, str::FromStr};

/// A language of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese, 简体中文.
    Simplified,
    /// Traditional Chinese, 繁體中文.
    Traditional,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 3] = [Language::English, Language::Simplified, Language::Traditional];

    /// Returns the one of three texts that is in this language.
    #[must_use]
    pub const fn choose<'a>(self, english: &'a str, simplified: &'a str, traditional: &'a str) -> &'a str {
        match self {
            Language::English => english,
            Language::Simplified => simplified,
            Language::Traditional => traditional,
        }
    }
}

/// A message in all supported languages.
///
/// Errors that users read implement it; their `Display` is the English sentence.
pub trait Localize {
    /// Returns the sentence, without a period.
    fn localize(&self, language: Language) -> String;
}

/// Implements `Display` and `Error` for types with [`Localize`](crate::Localize); `Display` is the English
/// sentence.
#[macro_export]
macro_rules! impl_localized_error {
    ($($error:ty),+ $(,)?) => {$(
        impl ::core::fmt::Display for $error {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(&$crate::Localize::localize(self, $crate::Language::English))
            }
        }

        impl ::core::error::Error for $error {}
    )+};
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.choose("en", "zh-Hans", "zh-Hant"))
    }
}

/// The error of an unsupported language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLanguageError {
    /// The requested language.
    pub text: String,
}

impl fmt::Display for ParseLanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a supported language; choose en, zh-Hans or zh-Hant", self.text)
    }
}

impl Error for ParseLanguageError {}

impl FromStr for Language {
    type Err = ParseLanguageError;

    /// Parses our language tags and common locale names (`zh_TW.UTF-8`, `zh-CN`, `en_GB`, `C`).
    fn from_str(text: &str) -> Result<Language, ParseLanguageError> {
        let tag = text.split(['.', '@']).next().unwrap_or_default().to_ascii_lowercase();
        let mut parts = tag.split(['-', '_']);
        match parts.next() {
            // The script decides; without one, the region.
            Some("zh") => Ok(match parts.next() {
                Some("hant" | "tw" | "hk" | "mo") => Language::Traditional,
                _ => Language::Simplified,
            }),
            Some("en" | "c" | "posix") => Ok(Language::English),
            _ => Err(ParseLanguageError { text: text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_its_script() {
        for (text, language) in [
            ("zh_TW.UTF-8", Language::Traditional),
            ("zh_CN.UTF-8", Language::Simplified),
            ("zh", Language::Simplified),
            ("zh-Hant-TW", Language::Traditional),
            ("zh_HK.UTF-8", Language::Traditional),
            ("zh_MO", Language::Traditional),
            ("zh_TW@radical", Language::Traditional),
            ("zh-Hans-HK", Language::Simplified),
            ("en_GB.UTF-8", Language::English),
            ("C", Language::English),
        ] {
            assert_eq!(text.parse(), Ok(language), "{text}");
        }
        assert!("tlh".parse::<Language>().is_err());
    }

    #[test]
    fn a_language_round_trips() {
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
        }
    }
}
