use yipan_table::{Entry, Stamped, Table};

use crate::store::{Append, StoreError};

/// Entries as the store keeps them. Where there are many they begin or end a game, and are tried out first: what is written
/// down can be applied, all of it.
pub(crate) fn append(table: &Table, entries: &[Stamped]) -> Result<Append, StoreError> {
    let line = |entry| serde_json::to_string(entry).map_err(|error| StoreError::Failed(error.to_string()));
    let sat = |stamped: &Stamped| {
        let people = match &stamped.entry {
            // The host's seat is kept for him before he sits down, and so may be the guest's.
            Entry::Opened { host, guest, .. } => [Some(host), guest.as_deref()],
            Entry::Sat { person, .. } | Entry::Became { player: person, .. } => [Some(person), None],
            _ => [None, None],
        };
        let people = people.into_iter().flatten().filter(|person| person.level.is_none());
        people.map(|person| person.id.clone()).collect::<Vec<_>>()
    };
    let rose = |stamped: &Stamped| {
        let guest = table.guest().filter(|_| matches!(stamped.entry, Entry::Rose))?;
        Some(guest.id.clone())
    };
    let is_news = |stamped: &Stamped| {
        matches!(stamped.entry, Entry::Started { .. } | Entry::Became { .. } | Entry::Ended { .. })
    };
    let summary = if entries.iter().any(is_news) { summary(table, entries)? } else { None };
    Ok(Append {
        summary,
        room: table.room().to_owned(),
        seq: table.log().len() as u64,
        lines: entries.iter().map(line).collect::<Result<_, _>>()?,
        at: entries.first().map_or(0, |entry| entry.at.0),
        game: table.game().kind().name(),
        is_over: entries.iter().any(|stamped| matches!(stamped.entry, Entry::Ended { .. })),
        sat: entries.iter().flat_map(sat).collect(),
        rose: entries.iter().filter_map(rose).collect(),
    })
}

/// The game in short, as it will be with these entries.
fn summary(table: &Table, entries: &[Stamped]) -> Result<Option<String>, StoreError> {
    let mut table = table.clone();
    for entry in entries {
        table.apply(entry.clone()).map_err(|error| StoreError::Failed(error.to_string()))?;
    }
    let summary = table.summary().map(|summary| serde_json::to_string(&summary)).transpose();
    summary.map_err(|error| StoreError::Failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use yipan_record::{Bytes32, Millis};
    use yipan_table::EndReason;
    use yipan_wire::{Player, Side, Terms};

    use super::*;

    #[test]
    fn entries_that_do_not_follow_are_not_written_at_all() {
        let host = Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None };
        let opened = Table::opening("K4T7QX", Terms::usual("chess"), Bytes32([7; 32]), host, Millis(0));
        let table = Table::new(opened.expect("good terms")).expect("a table");
        let stamped = |entry| Stamped { at: Millis(1), by: None, entry };
        let started = stamped(Entry::Started { host: Side::First, draws: Vec::new() });
        let (seat, draws) = (Side::First, Vec::new());
        let played = stamped(Entry::Played { seat, act: "e2e5".to_owned(), draws, credit: 0 });
        let ended = stamped(Entry::Ended { winner: None, reason: EndReason::Aborted });
        assert_eq!(
            append(&table, &[started.clone(), ended.clone()]).map(|append| append.lines.len()).ok(),
            Some(2)
        );
        let wrong = append(&table, &[started, played, ended]).map(drop);
        assert!(wrong.is_err_and(|error| error.to_string().contains("entry 2")));
    }
}
