use yipan_table::{Entry, Stamped, Table};

use crate::store::{Append, StoreError};

/// Entries as the store keeps them.
pub(crate) fn append(table: &Table, entries: &[Stamped]) -> Result<Append, StoreError> {
    let line = |entry| serde_json::to_string(entry).map_err(|error| StoreError(error.to_string()));
    let sat = |stamped: &Stamped| match &stamped.entry {
        // The host's seat is kept for him before he sits down.
        Entry::Opened { host: person, .. }
        | Entry::Sat { person, .. }
        | Entry::Became { player: person, .. }
            if person.level.is_none() =>
        {
            Some(person.id.clone())
        }
        _ => None,
    };
    let rose = |stamped: &Stamped| {
        let guest = table.guest().filter(|_| matches!(stamped.entry, Entry::Rose))?;
        Some(guest.id.clone())
    };
    let is_news = |stamped: &Stamped| {
        matches!(stamped.entry, Entry::Started { .. } | Entry::Became { .. } | Entry::Ended { .. })
    };
    let summary = entries.iter().any(is_news).then(|| summary(table, entries)).flatten();
    Ok(Append {
        summary,
        room: table.room().to_owned(),
        seq: table.log().len() as u64,
        lines: entries.iter().map(line).collect::<Result<_, _>>()?,
        at: entries.first().map_or(0, |entry| entry.at.0),
        game: table.game().kind().name(),
        is_over: entries.iter().any(|stamped| matches!(stamped.entry, Entry::Ended { .. })),
        sat: entries.iter().filter_map(sat).collect(),
        rose: entries.iter().filter_map(rose).collect(),
    })
}

/// The game in short, as it will be with these entries.
fn summary(table: &Table, entries: &[Stamped]) -> Option<String> {
    let mut table = table.clone();
    entries.iter().try_for_each(|entry| table.apply(entry.clone())).ok()?;
    serde_json::to_string(&table.summary()?).ok()
}
