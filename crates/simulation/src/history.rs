use std::collections::BTreeMap;

use yipan_room::{LogEntry, RoomEvent};

use crate::oracle::Oracle;
use crate::violation::FirstViolation;

/// The commands of all users, and the answers that they got.
#[derive(Debug, Default)]
pub(crate) struct History {
    commands: BTreeMap<CommandKey, Answer>,
    created_rooms: Vec<String>,
}

/// A command: its room, its user and its id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CommandKey {
    pub(crate) room: String,
    pub(crate) user_id: String,
    pub(crate) id: String,
}

/// The last answer to a command since it was last sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    None,
    Acknowledged { seq: u64 },
    Rejected,
}

impl History {
    /// Records that a command is on its way, again if it was before. A command that was acknowledged stays so.
    pub(crate) fn send(&mut self, key: CommandKey) {
        let answer = self.commands.entry(key).or_insert(Answer::None);
        if *answer == Answer::Rejected {
            *answer = Answer::None;
        }
    }

    pub(crate) fn acknowledge(&mut self, key: &CommandKey, seq: u64, violation: &FirstViolation) {
        let Some(answer) = self.commands.get_mut(key) else {
            return violation.in_room("an answer belongs to a command", &key.room, format!("{key:?}"));
        };
        if let Answer::Acknowledged { seq: before } = *answer
            && before != seq
        {
            let detail = format!("{key:?} was acknowledged as {before} and as {seq}");
            violation.in_room("a command is executed once", &key.room, detail);
        }
        *answer = Answer::Acknowledged { seq };
    }

    /// Records a rejection. One that follows an acknowledgment contradicts it.
    pub(crate) fn reject(&mut self, key: &CommandKey, is_only_copy: bool, violation: &FirstViolation) {
        match self.commands.get_mut(key) {
            Some(Answer::Acknowledged { seq }) => {
                let detail = format!("{key:?} was acknowledged as {seq} and then rejected");
                violation.in_room("a command is executed once", &key.room, detail);
            }
            // Another copy on its way may be executed.
            Some(answer) if is_only_copy => *answer = Answer::Rejected,
            Some(_) => {}
            None => violation.in_room("an answer belongs to a command", &key.room, format!("{key:?}")),
        }
    }

    /// Records a room that the server has confirmed.
    pub(crate) fn create_room(&mut self, code: String) {
        self.created_rooms.push(code);
    }

    /// Returns the number of acknowledged commands.
    pub(crate) fn acknowledged(&self) -> usize {
        self.commands.values().filter(|answer| matches!(answer, Answer::Acknowledged { .. })).count()
    }

    /// Compares all answers with the logs.
    pub(crate) fn check(&self, oracle: &Oracle, violation: &FirstViolation) {
        for code in self.created_rooms.iter().filter(|code| !oracle.rooms().contains_key(*code)) {
            violation.in_room("a confirmed room exists", code, "it is not on disk".to_owned());
        }
        let executed = executed_commands(oracle);
        for (key, entries) in &executed {
            let moves = entries.iter().filter(|(_, entry)| !is_consequence(entry)).count();
            if moves > 1 {
                let seqs: Vec<_> = entries.iter().map(|(seq, _)| seq).collect();
                let detail = format!("{key:?} has the entries {seqs:?}");
                violation.in_room("a command is executed once", &key.room, detail);
            }
        }
        for (key, answer) in &self.commands {
            let first = executed.get(key).and_then(|entries| entries.first()).map(|(seq, _)| *seq);
            let is_wrong = match answer {
                Answer::None => false,
                Answer::Acknowledged { seq } => first != Some(*seq),
                Answer::Rejected => first.is_some(),
            };
            if is_wrong {
                let detail = format!("{key:?} was answered with {answer:?}, its first entry is {first:?}");
                violation.in_room("an answer agrees with the log", &key.room, detail);
            }
        }
    }
}

/// Returns the entries of each command, with their numbers.
fn executed_commands(oracle: &Oracle) -> BTreeMap<CommandKey, Vec<(u64, &LogEntry)>> {
    let mut executed: BTreeMap<CommandKey, Vec<(u64, &LogEntry)>> = BTreeMap::new();
    for (code, observed) in oracle.rooms() {
        for (seq, entry) in (0..).zip(observed.room.log()) {
            let Some(command) = &entry.command else { continue };
            let (room, user_id, id) = (code.clone(), command.user_id.clone(), command.id.clone());
            executed.entry(CommandKey { room, user_id, id }).or_default().push((seq, entry));
        }
    }
    executed
}

/// Whether an entry follows from another one of the same command: the end of a game from the move.
const fn is_consequence(entry: &LogEntry) -> bool {
    matches!(entry.event, RoomEvent::Ended { .. })
}
