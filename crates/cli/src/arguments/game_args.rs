use anyhow::{Result, anyhow};
use clap::Args;
use yipan_core::{Language, Localize};
use yipan_games::{AnyGame, GameKind, GameOptions};

/// The game, its start position and its rules.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// Game: chess, xiangqi or liuzichong
    pub(crate) game: GameKind,

    /// Start position: a FEN, `startpos`, in chess `chess960:N`, in liuzichong the text of a .6zc file
    #[arg(long, value_name = "FEN")]
    position: Option<String>,

    /// Rules that differ from the default. Chess: draws=automatic|claimed, chess960=yes; with modes dice=2..5,
    /// first_turn_dice=N, rerolls=0..3, wild=yes, portals=shared|private, mine_hints=yes. Xiangqi:
    /// repetition=wxf|computer|ucci-league|check-only|simple|cxa-advisory, facing=standard|no-new-shared-file,
    /// no-capture=PLIES|off, free-checks=N|off, material=on|off. Liuzichong: outer=empty|any, carry=lone|off,
    /// lone_is_loss=true|false, repetition=on|off, no_capture=PLIES|off
    #[arg(long, value_name = "KEY=VALUE,..", value_delimiter = ',')]
    rules: Vec<String>,
}

impl GameArgs {
    pub(crate) fn options(&self) -> GameOptions {
        GameOptions { position: self.position.clone(), rules: self.rules.clone(), modes: Vec::new() }
    }

    /// Starts the game; errors are localized.
    pub(crate) fn start(&self, language: Language) -> Result<AnyGame> {
        start(self.game, &self.options(), language)
    }
}

/// The game with its modes.
#[derive(Debug, Args)]
pub(crate) struct ModeGameArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Chess modes, any combination of dice-a or dice-b, fog, gravity, portals and mines
    #[arg(long, value_name = "MODE,..", value_delimiter = ',')]
    modes: Vec<String>,
}

impl ModeGameArgs {
    pub(crate) fn options(&self) -> GameOptions {
        GameOptions { modes: self.modes.clone(), ..self.game.options() }
    }

    /// Starts the game; errors are localized.
    pub(crate) fn start(&self, language: Language) -> Result<AnyGame> {
        start(self.game.game, &self.options(), language)
    }
}

fn start(kind: GameKind, options: &GameOptions, language: Language) -> Result<AnyGame> {
    AnyGame::start(kind, options).map_err(|error| anyhow!(error.localize(language)))
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use yipan_match_runner::game_flags;

    use super::*;

    #[derive(Debug, Parser)]
    struct GameCommand {
        #[command(flatten)]
        game: ModeGameArgs,
    }

    #[track_caller]
    fn check_round_trip(arguments: &[&str]) {
        let parse = |arguments: Vec<String>| GameCommand::try_parse_from(arguments).expect("a command line");
        let first = parse(["yipan"].iter().chain(arguments).map(|text| (*text).to_owned()).collect());
        let options = first.game.options();
        let mut again = vec!["yipan".to_owned(), first.game.game.game.to_string()];
        again.extend(game_flags(&options));
        assert_eq!(parse(again).game.options(), options);
    }

    #[test]
    fn the_flags_of_a_game_are_parsed_to_the_same_options() {
        check_round_trip(&["chess"]);
        check_round_trip(&[
            "chess",
            "--position",
            "chess960:11",
            "--modes",
            "dice-a,fog",
            "--modes",
            "mines",
        ]);
        check_round_trip(&["chess", "--rules", "dice=3,rerolls=1", "--rules", "wild=yes", "--modes=dice-b"]);
        check_round_trip(&["chess", "--position", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
        check_round_trip(&["xiangqi", "--rules", "repetition=simple,no-capture=off"]);
        // The text of a .6zc file has several lines.
        check_round_trip(&["liuzichong", "--position=-a\n--b \"c\"\n"]);
    }
}
