//! A game in the format of an export.

use crate::text::localized_text::LocalizedText;

/// A game in a format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportedGame {
    /// The contents of the file.
    pub contents: ExportedContents,
    /// A sentence about what the format cannot contain; empty if it contains everything.
    pub left_out: LocalizedText,
}

/// The contents of an exported file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportedContents {
    /// A text in UTF-8.
    Text(String),
    /// The bytes of a format that is not text.
    Binary(Vec<u8>),
}

impl ExportedGame {
    /// Returns the text; `None` for a format that is not text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.contents {
            ExportedContents::Text(text) => Some(text),
            ExportedContents::Binary(_) => None,
        }
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.contents {
            ExportedContents::Text(text) => text.as_bytes(),
            ExportedContents::Binary(bytes) => bytes,
        }
    }
}

impl Default for ExportedContents {
    fn default() -> ExportedContents {
        ExportedContents::Text(String::new())
    }
}

impl From<String> for ExportedContents {
    fn from(text: String) -> ExportedContents {
        ExportedContents::Text(text)
    }
}
