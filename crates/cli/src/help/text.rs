/// A key with its texts in 简体 and 繁體.
///
/// The key is `command`, `command.argument`, `.argument` for all commands, or `command:after` for the text below the
/// arguments.
pub(super) type Text = (&'static str, &'static str, &'static str);
