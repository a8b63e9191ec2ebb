use yipan_core::{Language, Side};
use yipan_games::{AnyRecord, GameKind};

use crate::text::messages::online;

/// The players, the result and the date of a recorded game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayHeader {
    /// The names of the players of the first and the second side.
    pub players: [String; 2],
    /// The result as PGN writes it, with an en dash.
    pub result: String,
    /// The date as year, month and day.
    pub date: Option<String>,
}

impl ReplayHeader {
    /// Reads the tags of a record; `None` if the record names no players.
    #[must_use]
    pub fn from_record(text: &str, kind: GameKind) -> Option<ReplayHeader> {
        let record = AnyRecord::parse(text).ok()?;
        let player = |side: Side| {
            record.tag(&yipan_core::capitalize(kind.side_name(side, Language::English))).map(str::to_owned)
        };
        let [first, second] = Side::BOTH.map(player);
        Some(ReplayHeader {
            players: [first?, second?],
            result: record.tag("Result").unwrap_or_default().replace("1/2", "½").replace('-', "–"),
            date: record.tag("Date").map(|date| date.replace('.', "-")),
        })
    }

    /// Returns the header in one line.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let [first, second] = &self.players;
        let mut parts = vec![online::VERSUS.localize_with(language, &[first, second])];
        parts.extend(Some(self.result.clone()).filter(|result| !result.is_empty() && result != "*"));
        parts.extend(self.date.clone());
        parts.join(" · ")
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameOptions;

    use super::*;

    #[test]
    fn the_players_the_result_and_the_date_are_shown() {
        let mut record = AnyRecord::new(GameKind::Xiangqi, &GameOptions::default()).expect("a record");
        assert_eq!(ReplayHeader::from_record(&record.to_string(), GameKind::Xiangqi), None);
        for (name, value) in
            [("Red", "Ada"), ("Black", "guest-b897"), ("Result", "1/2-1/2"), ("Date", "2026.11.16")]
        {
            record.add_tag(name, value);
        }
        let header = ReplayHeader::from_record(&record.to_string(), GameKind::Xiangqi).expect("players");
        assert_eq!(header.text(Language::English), "Ada – guest-b897 · ½–½ · 2026-11-16");
        assert_eq!(header.text(Language::Simplified), "Ada 对 guest-b897 · ½–½ · 2026-11-16");
    }
}
