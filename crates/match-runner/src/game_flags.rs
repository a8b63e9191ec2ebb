use yipan_games::GameOptions;

/// Returns the flags with which a command of `yipan` starts a game with these options.
#[must_use]
pub fn game_flags(options: &GameOptions) -> Vec<String> {
    let GameOptions { position, rules, modes } = options;
    let flag = |name: &str, value: &String| format!("--{name}={value}");
    let mut flags: Vec<String> = position.iter().map(|position| flag("position", position)).collect();
    flags.extend(rules.iter().map(|rule| flag("rules", rule)));
    flags.extend(modes.iter().map(|mode| flag("modes", mode)));
    flags
}
