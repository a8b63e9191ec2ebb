use thiserror::Error;

/// A fact about a game that the rules do not need, such as a player's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    name: String,
    value: String,
}

/// The error of a tag that would not round-trip.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TagError {
    /// The name is not one word.
    #[error("`{name}` cannot name a tag; use letters, digits and `_` only")]
    Name {
        /// The name.
        name: String,
    },
    /// The value has more than one line, or surrounding spaces.
    #[error("the tag {name} must be one line without spaces around it")]
    Value {
        /// The tag's name.
        name: String,
    },
}

impl Tag {
    /// Creates a tag that prints on one line and round-trips.
    ///
    /// # Errors
    /// Returns `TagError` if the name is not a word or the value is not a trimmed line.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Result<Tag, TagError> {
        let (name, value) = (name.into(), value.into());
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(TagError::Name { name });
        }
        if value.trim() != value || value.contains(['\n', '\r']) {
            return Err(TagError::Value { name });
        }
        Ok(Tag { name, value })
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}
