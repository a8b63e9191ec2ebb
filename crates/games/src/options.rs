/// What a user may say about a game before it starts, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Where the game begins; the usual start if nothing is said.
    pub position: Option<String>,
    /// The rules that differ from the usual, each `key=value`.
    pub rules: Vec<String>,
    /// The modes to play with, by name.
    pub modes: Vec<String>,
}

impl Options {
    /// These rules from this position.
    #[must_use]
    pub fn at(&self, position: &str) -> Options {
        Options { position: Some(position.to_owned()), ..self.clone() }
    }
}
