use std::any::TypeId;

use clap::{Arg, Command};

use super::error::ValueKind;

/// The name of the command whose arguments are the options.
pub(super) const COMMAND: &str = "serve";

/// The argument that names the file, and so cannot be in it.
pub(super) const CONFIG: &str = "config";

/// The argument of the data directory.
pub(super) const DATA: &str = "data";

/// The argument of the database, whose value is shown without its password.
pub(super) const STORE: &str = "store";

/// The argument of the bus, whose value is shown without its passwords.
pub(super) const BUS: &str = "bus";

/// Returns the arguments that can be set in a file: those that can be set in the environment, except for the file itself.
pub(super) fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    let serve = command.get_subcommands().find(|sub| sub.get_name() == COMMAND);
    let arguments = serve.into_iter().flat_map(Command::get_arguments);
    arguments.filter(|argument| argument.get_env().is_some() && argument.get_id() != CONFIG)
}

/// Returns the name of an option in a file.
pub(super) fn key(argument: &Arg) -> &str {
    argument.get_long().unwrap_or_else(|| argument.get_id().as_str())
}

/// Returns the type of an option's value in a file.
pub(super) fn kind(argument: &Arg) -> ValueKind {
    let numbers = [TypeId::of::<u8>(), TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<usize>()];
    if argument.get_value_delimiter().is_some() {
        ValueKind::List
    } else if numbers.iter().any(|number| argument.get_value_parser().type_id() == *number) {
        ValueKind::Number
    } else {
        ValueKind::Text
    }
}

/// Whether the value of an option must not be shown.
pub(super) fn is_secret(argument: &Arg) -> bool {
    argument.is_hide_env_values_set() && argument.get_id() != STORE && argument.get_id() != BUS
}
