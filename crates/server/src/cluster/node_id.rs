use std::fmt;
use std::sync::Arc;

use crate::random;

/// The most characters in the name of a node.
const MAX_NAME: usize = 40;

/// The random characters after the name.
const RANDOM_CHARACTERS: usize = 8;

/// Identifies one run of a node: its name and random characters, new at every start and every rejoin.
///
/// It consists of letters, digits, `_` and `-`, so that it can be part of a subject of the bus.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(Arc<str>);

impl NodeId {
    /// Creates an id for a node of this name. Characters that an id cannot contain become `-`.
    pub(crate) fn new(name: &str) -> NodeId {
        let random = random::bytes().to_string();
        NodeId(format!("{}-{}", valid_name(name), &random[..RANDOM_CHARACTERS]).into())
    }

    /// Reads an id; `None` if it has characters that no id has.
    pub(crate) fn parse(text: &str) -> Option<NodeId> {
        (!text.is_empty() && text.chars().all(is_valid)).then(|| NodeId(text.into()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name of the node, which stays the same when it starts again.
    pub(crate) fn name(&self) -> &str {
        self.0.rsplit_once('-').map_or(&self.0, |(name, _)| name)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns a name with the characters that ids may have.
fn valid_name(name: &str) -> String {
    let valid = |character| if is_valid(character) { character } else { '-' };
    let name: String = name.chars().take(MAX_NAME).map(valid).collect();
    if name.is_empty() { "node".to_owned() } else { name }
}

const fn is_valid(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-' || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_new_at_every_start_and_has_the_name_of_its_node() {
        for (name, expected) in [("rack-3", "rack-3"), ("a.b c", "a-b-c"), ("", "node"), ("棋", "-")] {
            let (id, next) = (NodeId::new(name), NodeId::new(name));
            assert_ne!(id, next);
            assert_eq!((id.name(), NodeId::parse(id.as_str())), (expected, Some(id.clone())));
        }
        assert_eq!(NodeId::new(&"x".repeat(100)).as_str().len(), MAX_NAME + 1 + RANDOM_CHARACTERS);
    }

    #[test]
    fn what_cannot_be_part_of_a_subject_is_not_an_id() {
        for text in ["", "a.b", "a*", "a b", "棋"] {
            assert_eq!(NodeId::parse(text), None, "{text}");
        }
    }
}
