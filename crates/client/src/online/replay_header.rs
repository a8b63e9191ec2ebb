use yipan_core::{Language, Side};
use yipan_games::GameKind;
use yipan_local_play::DeclaredResult;

use crate::text::messages::{online, replay};
use crate::text::status_text::declared_result_text;
use crate::tree::game_tree::GameTree;

/// The players, the result with its reason, the date and the origin of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayHeader {
    /// The names of the players of the first and the second side, as far as they are known.
    pub players: [Option<String>; 2],
    /// The result as PGN writes it, with an en dash.
    pub result: String,
    /// The kind of game and its end, if the reason is known.
    end: Option<(GameKind, DeclaredResult)>,
    /// The date as year, month and day.
    pub date: Option<String>,
    /// The event and the site, as far as they are known.
    places: Vec<String>,
    round: Option<String>,
    annotator: Option<String>,
}

impl ReplayHeader {
    /// Reads the tags of a game; `None` if they name neither a player nor where the game comes from.
    #[must_use]
    pub fn from_tree(tree: &GameTree) -> Option<ReplayHeader> {
        let kind = tree.grid().kind();
        let is_known = |value: &&str| !value.contains('?') && !matches!(*value, "" | "-");
        let tag = |name: &str| tree.tag(name).map(str::trim).filter(is_known).map(str::to_owned);
        let player = |side: Side| tag(&yipan_core::capitalize(kind.side_name(side, Language::English)));
        let players = Side::BOTH.map(player);
        let places: Vec<String> = ["Event", "Site"].into_iter().filter_map(tag).collect();
        let (round, annotator) = (tag("Round"), tag("Annotator"));
        if players.iter().all(Option::is_none) && places.is_empty() && annotator.is_none() {
            return None;
        }
        let last = tree.main_line().last().copied().unwrap_or(tree.root());
        let by_rules = tree
            .game(last)
            .outcome()
            .map(|outcome| DeclaredResult { winner: outcome.winner, reason: Some(outcome.reason.into()) });
        let end = by_rules.or_else(|| tree.declared_result().map(|(_, result)| result.clone()));
        Some(ReplayHeader {
            end: end.filter(|end| end.reason.is_some()).map(|end| (kind, end)),
            players,
            result: tree.result().to_string().replace("1/2", "½").replace('-', "–"),
            date: tag("Date").map(|date| date.replace('.', "-")),
            places,
            round,
            annotator,
        })
    }

    /// Returns the header in one line.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let [first, second] = self.players.each_ref().map(|player| player.as_deref().unwrap_or("?"));
        let mut parts = Vec::new();
        if self.players.iter().any(Option::is_some) {
            parts.push(online::VERSUS.localize_with(language, &[first, second]));
        }
        parts.extend(Some(self.result.clone()).filter(|result| !result.is_empty() && result != "*"));
        parts.extend(self.end.as_ref().map(|(kind, end)| declared_result_text(*kind, end, language)));
        parts.extend(self.date.clone());
        parts.extend(self.places.iter().cloned());
        parts.extend(self.round.as_ref().map(|round| replay::ROUND.localize_with(language, &[round])));
        let annotator = self.annotator.as_ref();
        parts.extend(annotator.map(|name| replay::ANNOTATED_BY.localize_with(language, &[name])));
        parts.join(" · ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::test_trees::start;

    #[test]
    fn the_rules_give_the_reason_of_an_end() {
        let mut tree = start(GameKind::Chess, &[]);
        crate::tree::test_trees::played(&mut tree, &["f3", "e5", "g4", "Qh4#"]);
        tree.tags = vec![("White".to_owned(), "Ada".to_owned()), ("Black".to_owned(), "Bob".to_owned())];
        let header = ReplayHeader::from_tree(&tree).expect("players");
        assert_eq!(header.text(Language::English), "Ada – Bob · 0–1 · Black wins: checkmate");
    }

    #[test]
    fn the_players_the_result_and_the_date_are_shown() {
        let mut tree = start(GameKind::Xiangqi, &[]);
        assert_eq!(ReplayHeader::from_tree(&tree), None);
        for (name, value) in [("Red", "Ada"), ("Black", "guest-b897"), ("Date", "2026.11.16")] {
            tree.tags.push((name.to_owned(), value.to_owned()));
        }
        tree.set_result(tree.root(), Some(DeclaredResult::agreement()));
        let header = ReplayHeader::from_tree(&tree).expect("players");
        assert_eq!(
            header.text(Language::English),
            "Ada – guest-b897 · ½–½ · Draw: by agreement · 2026-11-16"
        );
        let simplified = header.text(Language::Simplified);
        assert!(
            simplified.starts_with("Ada 对 guest-b897 · ½–½ · 和棋：")
                && simplified.ends_with(" · 2026-11-16")
        );
        // A file may give the result alone.
        tree.set_result(tree.root(), Some(DeclaredResult { winner: Some(Side::Second), reason: None }));
        let header = ReplayHeader::from_tree(&tree).expect("players");
        assert_eq!(header.text(Language::English), "Ada – guest-b897 · 0–1 · 2026-11-16");
        tree.set_result(tree.root(), None);
        tree.tags[0].1 = "?".to_owned();
        let header = ReplayHeader::from_tree(&tree).expect("a player");
        assert_eq!(header.players, [None, Some("guest-b897".to_owned())]);
        assert_eq!(header.text(Language::English), "? – guest-b897 · 2026-11-16");
    }

    #[test]
    fn the_origin_and_the_annotator_are_shown_without_players_too() {
        let mut tree = start(GameKind::Chess, &[]);
        for (name, value) in [
            ("Event", "Casual game"),
            ("Site", "London"),
            ("Round", "3"),
            ("Annotator", "Kling"),
            ("White", "?"),
        ] {
            tree.tags.push((name.to_owned(), value.to_owned()));
        }
        let header = ReplayHeader::from_tree(&tree).expect("an event");
        assert_eq!(header.text(Language::English), "Casual game · London · Round 3 · annotated by Kling");
        assert_eq!(header.text(Language::Simplified), "Casual game · London · 第 3 轮 · 评注：Kling");
        for (_, value) in &mut tree.tags {
            *value = "?".to_owned();
        }
        assert_eq!(ReplayHeader::from_tree(&tree), None);
    }
}
