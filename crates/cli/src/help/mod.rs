//! The help in Chinese. The English texts are the doc comments of the arguments.

mod commands;
mod load;
mod moderation;
mod server;
mod text;

use clap::Command;
use yipan_core::Language;

/// Translates the help of a command and its subcommands. English is left as it is.
pub(crate) fn translate(mut command: Command, language: Language) -> Command {
    if language == Language::English {
        return command;
    }
    // Building adds clap's arguments such as `--help`, so that they are translated too.
    command.build();
    let headings = [
        language.choose("Commands", "命令", "命令"),
        language.choose("Arguments", "参数", "參數"),
        language.choose("Options", "选项", "選項"),
    ];
    translate_one(command, "", language, headings)
}

/// Returns the name of a command in the keys of its texts: with that of its parent, if another command has the same one.
fn text_name(command: &Command, parent: &str) -> String {
    let (name, long_name) = (command.get_name(), format!("{parent} {}", command.get_name()));
    if all_texts().any(|(key, ..)| *key == long_name) { long_name } else { name.to_owned() }
}

fn translate_one(command: Command, parent: &str, language: Language, headings: [&'static str; 3]) -> Command {
    let name = text_name(&command, parent);
    let usage = language.choose("Usage: ", "用法：", "用法：");
    let about = find_text(&name, language);
    let mut command = command
        .subcommand_help_heading(headings[0])
        .help_template(format!("{{about-with-newline}}\n{usage}{{usage}}\n\n{{all-args}}{{after-help}}"));
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(after) = find_text(&format!("{name}:after"), language) {
        command = command.after_help(after);
    }
    let command = command.mut_args(|argument| {
        let id = argument.get_id().to_string();
        let heading = if argument.is_positional() { headings[1] } else { headings[2] };
        let text =
            find_text(&format!("{name}.{id}"), language).or_else(|| find_text(&format!(".{id}"), language));
        let argument = argument.help_heading(heading);
        match text {
            Some(text) => argument.help(text),
            None => argument,
        }
    });
    command.mut_subcommands(|sub| translate_one(sub, &name, language, headings))
}

fn all_texts() -> impl Iterator<Item = &'static text::Text> {
    commands::TEXTS.iter().chain(server::TEXTS).chain(moderation::TEXTS).chain(load::TEXTS)
}

fn find_text(key: &str, language: Language) -> Option<&'static str> {
    let (_, simplified, traditional) = all_texts().find(|(name, ..)| *name == key)?;
    Some(language.choose("", simplified, traditional))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::arguments::Arguments;

    /// Returns the keys of a command and its subcommands.
    fn keys(command: &Command, parent: &str) -> Vec<String> {
        let name = text_name(command, parent);
        let mut keys = vec![name.clone()];
        keys.extend(command.get_after_help().map(|_| format!("{name}:after")));
        keys.extend(command.get_arguments().map(|argument| format!("{name}.{}", argument.get_id())));
        keys.extend(command.get_subcommands().flat_map(|sub| self::keys(sub, &name)));
        keys
    }

    #[test]
    fn every_command_and_argument_has_its_chinese_text_and_no_text_is_left_over() {
        let mut command = Arguments::command();
        command.build();
        let keys = keys(&command, "");
        for key in &keys {
            let shared = format!(".{}", key.split('.').next_back().unwrap_or_default());
            let known = |name: &str| find_text(name, Language::Simplified).is_some();
            assert!(known(key) || (key.contains('.') && known(&shared)), "no Chinese text for {key}");
        }
        for (text, ..) in all_texts() {
            let is_used =
                keys.iter().any(|key| key == text || (text.starts_with('.') && key.ends_with(text)));
            assert!(is_used, "no command uses the text {text}");
        }
    }

    #[test]
    fn the_commands_are_well_formed_in_every_language() {
        for language in Language::ALL {
            translate(Arguments::command(), language).debug_assert();
        }
    }
}
