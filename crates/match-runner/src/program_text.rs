use crate::player_spec_error::{ParsePlayerSpecError, truncate};

/// The text of a program in a player specification: a command line, and options after `?`.
pub(crate) struct ProgramText {
    /// The program and its arguments; never empty.
    pub(crate) command: Vec<String>,
    /// The options, by name. A button has no value.
    pub(crate) options: Vec<(String, Option<String>)>,
}

impl ProgramText {
    /// Parses the text after the colon. `example` is a complete specification, for the error of a missing program.
    pub(crate) fn parse(text: &str, example: &'static str) -> Result<ProgramText, ParsePlayerSpecError> {
        let (command, options) = text.split_once('?').unwrap_or((text, ""));
        let command = split_command(command)?;
        if command.is_empty() {
            return Err(ParsePlayerSpecError::MissingCommand { example });
        }
        let options = options.split('&').filter(|option| !option.is_empty()).map(parse_option);
        Ok(ProgramText { command, options: options.collect::<Result<_, _>>()? })
    }
}

/// Splits a command at whitespace. Double quotes protect spaces.
fn split_command(text: &str) -> Result<Vec<String>, ParsePlayerSpecError> {
    let (mut words, mut word, mut quoted, mut in_word) = (Vec::new(), String::new(), false, false);
    for c in text.chars() {
        match c {
            '"' => (quoted, in_word) = (!quoted, true),
            _ if c.is_whitespace() && !quoted => {
                if in_word {
                    words.push(std::mem::take(&mut word));
                }
                in_word = false;
            }
            _ => {
                word.push(c);
                in_word = true;
            }
        }
    }
    if quoted {
        return Err(ParsePlayerSpecError::UnclosedQuote { text: truncate(text) });
    }
    words.extend(in_word.then_some(word));
    // No system can start a program with an empty name or a NUL character.
    if words.first().is_some_and(String::is_empty) || words.iter().any(|word| word.contains('\0')) {
        words.clear();
    }
    Ok(words)
}

fn parse_option(text: &str) -> Result<(String, Option<String>), ParsePlayerSpecError> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (text.trim(), None),
    };
    // A line break would let an option send a second command.
    if name.is_empty() || text.contains(char::is_control) {
        return Err(ParsePlayerSpecError::InvalidOption { text: truncate(text) });
    }
    Ok((name.to_owned(), value))
}
