/// The highest version of log entries and bus messages that this release reads and writes.
///
/// Nothing was released before level 1, so it contains everything up to the first release: all kinds of entries, rated rooms
/// and the packed logs of finished games. A release that adds a kind of entry or message increases it. Nodes write the level in the database, which an operator
/// raises once every node has it.
pub(crate) const LEVEL: i32 = 1;
