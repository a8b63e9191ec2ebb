use yipan_engine::computer::Strength;
use yipan_games::{AnyGame, GameKind, GameOptions};

use crate::game_flags::game_flags;
use crate::player_spec_error::{ParsePlayerSpecError, truncate};
use crate::program_text::ProgramText;

/// A program that plays over `yipan step`, such as another version of this one, and its level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepCommand {
    /// The program and its arguments before `step`; never empty.
    pub command: Vec<String>,
    /// The level; `None` for full strength.
    pub level: Option<u8>,
}

impl StepCommand {
    /// Parses the text after the colon.
    pub(crate) fn parse(text: &str, game: &AnyGame) -> Result<StepCommand, ParsePlayerSpecError> {
        let ProgramText { command, options } = ProgramText::parse(text, "step:yipan")?;
        let mut level = None;
        for (name, value) in options {
            if name != "level" {
                return Err(ParsePlayerSpecError::UnknownStepOption { name: truncate(&name) });
            }
            let number = Strength::parse_level(&value.unwrap_or_default(), game.kind());
            level = Some(number.map_err(ParsePlayerSpecError::InvalidLevel)?);
        }
        Ok(StepCommand { command, level })
    }

    /// Returns the playing strength.
    #[must_use]
    pub fn strength(&self) -> Strength {
        self.level.map_or(Strength::Best, Strength::Level)
    }

    /// Returns the command line that starts a game.
    pub(crate) fn command_line(&self, kind: GameKind, options: &GameOptions) -> Vec<String> {
        let mut command_line = self.command.clone();
        command_line.extend(["step".to_owned(), kind.to_string()]);
        command_line.extend(game_flags(options));
        command_line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_the_game_follow_the_arguments_of_the_program() {
        let options = GameOptions {
            position: Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned()),
            rules: ["dice=4", "rerolls=1"].map(str::to_owned).to_vec(),
            modes: ["dice-a", "fog"].map(str::to_owned).to_vec(),
        };
        let game = AnyGame::start(GameKind::Chess, &options).expect("a game");
        let command =
            StepCommand::parse("\"/old builds/yipan\" --lang en?level=6", &game).expect("a command");
        assert_eq!(command.strength(), Strength::Level(6));
        assert_eq!(
            command.command_line(game.kind(), &options),
            [
                "/old builds/yipan",
                "--lang",
                "en",
                "step",
                "chess",
                "--position=4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                "--rules=dice=4",
                "--rules=rerolls=1",
                "--modes=dice-a",
                "--modes=fog",
            ]
        );
        let command = StepCommand::parse("yipan", &game).expect("a command");
        assert_eq!(command.strength(), Strength::Best);
        assert_eq!(
            command.command_line(GameKind::Xiangqi, &GameOptions::default()),
            ["yipan", "step", "xiangqi"]
        );
    }
}
