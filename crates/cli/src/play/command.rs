/// An input line of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// An empty line.
    Enter,
    Hint,
    Back,
    Resign,
    Flip,
    /// Lists the legal actions.
    Moves,
    /// Shows the board again.
    Board,
    Help,
    Quit,
    /// A move or another action of the game.
    Action(String),
}

impl Command {
    /// Parses a line in any of the languages.
    pub(crate) fn parse(text: &str) -> Command {
        let text = text.trim();
        match text.to_lowercase().as_str() {
            "" => Command::Enter,
            "hint" | "提示" => Command::Hint,
            "back" | "undo" | "悔棋" => Command::Back,
            "resign" | "认输" | "認輸" => Command::Resign,
            "flip" | "翻转" | "翻轉" => Command::Flip,
            "moves" | "着法" | "著法" => Command::Moves,
            "board" | "棋盘" | "棋盤" => Command::Board,
            "help" | "?" | "帮助" | "幫助" => Command::Help,
            "quit" | "exit" | "退出" => Command::Quit,
            _ => Command::Action(text.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_testkit::mutated_text::TextMutator;

    use super::*;

    #[test]
    fn commands_are_understood_in_three_languages() {
        for (texts, command) in [
            (["hint", "提示", " HINT "], Command::Hint),
            (["back", "悔棋", "undo"], Command::Back),
            (["resign", "认输", "認輸"], Command::Resign),
            (["flip", "翻转", "翻轉"], Command::Flip),
            (["quit", "退出", "exit"], Command::Quit),
        ] {
            assert!(texts.iter().all(|text| Command::parse(text) == command), "{command:?}");
        }
        assert_eq!(Command::parse(" Nf3 "), Command::Action("Nf3".to_owned()));
        assert_eq!(Command::parse("炮二平五"), Command::Action("炮二平五".to_owned()));
    }

    #[test]
    fn any_input_is_parsed() {
        let mut mutator = TextMutator::new(3, ["hint", "e2e4", "悔棋", "炮二平五", "resign"]);
        let actions = (0..1_000_000)
            .filter(|_| matches!(Command::parse(&mutator.next_text()), Command::Action(_)))
            .count();
        assert!(actions > 500_000, "{actions}");
    }
}
