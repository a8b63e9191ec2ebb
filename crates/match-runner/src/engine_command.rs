use yipan_games::AnyGame;

use crate::player_spec_error::ParsePlayerSpecError;
use crate::program_text::ProgramText;
use crate::protocol::Protocol;

/// The command line of an external engine, its protocol and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The protocol the engine uses.
    pub protocol: Protocol,
    /// The program and its arguments; never empty.
    pub command: Vec<String>,
    /// The options to set, by name. A button has no value.
    pub options: Vec<(String, Option<String>)>,
}

impl EngineCommand {
    /// Parses the text after the colon.
    pub(crate) fn parse(
        protocol: Protocol,
        text: &str,
        game: &AnyGame,
    ) -> Result<EngineCommand, ParsePlayerSpecError> {
        let ProgramText { command, options } = ProgramText::parse(text, protocol.example())?;
        if protocol.supports(game) {
            return Ok(EngineCommand { protocol, command, options });
        }
        let modes = if game.has_modes() { " --modes" } else { "" };
        Err(ParsePlayerSpecError::UnsupportedGame { protocol, game: format!("{}{modes}", game.kind()) })
    }
}
