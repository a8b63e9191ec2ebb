use serde::Deserialize;

/// The part of a `command` message that names the command.
#[derive(Deserialize)]
struct Identified {
    #[serde(rename = "type")]
    kind: String,
    id: String,
}

/// Returns the id of a malformed command, so that its rejection can refer to it.
pub(crate) fn command_id(text: &str) -> Option<String> {
    let Identified { kind, id } = serde_json::from_str(text).ok()?;
    (kind == "command").then_some(id)
}
