use yipan_core::Language;

/// A fixed text in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    english: &'static str,
    simplified: &'static str,
    traditional: &'static str,
}

impl Text {
    /// Creates a text from its English, 简体中文 and 繁體中文 versions.
    #[must_use]
    pub const fn new(english: &'static str, simplified: &'static str, traditional: &'static str) -> Text {
        Text { english, simplified, traditional }
    }

    /// Returns the version in this language.
    #[must_use]
    pub const fn localize(self, language: Language) -> &'static str {
        language.choose(self.english, self.simplified, self.traditional)
    }

    /// Returns the version in this language with every `{}` replaced by the next argument.
    ///
    /// A missing argument leaves nothing, and one too many is ignored.
    #[must_use]
    pub fn localize_with(self, language: Language, arguments: &[&str]) -> String {
        let mut text = String::new();
        let mut arguments = arguments.iter();
        for (index, part) in self.localize(language).split("{}").enumerate() {
            if index > 0 {
                text += arguments.next().copied().unwrap_or_default();
            }
            text += part;
        }
        text
    }
}

/// Declares a constant for each text, and the list `ALL` for the tests.
macro_rules! texts {
    ($($name:ident = $english:expr, $simplified:expr, $traditional:expr;)*) => {
        $(#[doc = concat!("The text “", $english, "”.")] pub const $name: $crate::text::Text =
            $crate::text::Text::new($english, $simplified, $traditional);)*
        /// All texts of this module, with their names.
        pub const ALL: &[(&str, $crate::text::Text)] = &[$((stringify!($name), $name),)*];
    };
}
pub(crate) use texts;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_fill_the_placeholders_in_order() {
        let text = Text::new("{} plays {}.", "{}走{}。", "{}走{}。");
        assert_eq!(text.localize_with(Language::English, &["White", "e4"]), "White plays e4.");
        assert_eq!(text.localize_with(Language::Simplified, &["白方"]), "白方走。");
    }
}
