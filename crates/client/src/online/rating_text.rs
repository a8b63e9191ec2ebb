//! Ratings, their changes and their categories as text.

use yipan_core::Language;
use yipan_ratings::{Category, RuleFamily, Speed};
use yipan_wire::{Player, RatingChange};

use super::config_summary::{game_name, mode_name};
use crate::text::messages::{game_options, online, ratings};

/// Returns the name of a player, with their rating in a rated game.
#[must_use]
pub fn rated_name(player: &Player) -> String {
    let name = marked_name(&player.name, player.is_bot);
    match player.rating {
        Some(rating) => format!("{name} ({rating})"),
        None => name,
    }
}

/// Returns the name of an account, with the mark of a bot before it as a title would be.
#[must_use]
pub fn marked_name(name: &str, is_bot: bool) -> String {
    if is_bot { format!("BOT {name}") } else { name.to_owned() }
}

/// Returns the change of a player's rating, such as `Ada: 1662? (+162)`.
#[must_use]
pub fn rating_change_text(name: &str, change: &RatingChange, language: Language) -> String {
    let difference = format!("{:+}", change.after.points.saturating_sub(change.before));
    ratings::CHANGE.localize_with(language, &[name, &change.after.to_string(), &difference])
}

/// Returns the name of a category, such as `Chess960 · Blitz`; unknown text is returned as it is.
#[must_use]
pub fn category_name(category: &str, language: Language) -> String {
    let Ok(Category { family, speed }) = category.parse() else { return category.to_owned() };
    let game = game_name(family.game_kind().name(), language);
    let mode = match family {
        RuleFamily::Chess960 => {
            return format!(
                "{} · {}",
                game_options::CHESS960.localize(language),
                speed_name(speed, language)
            );
        }
        RuleFamily::ChessMode(mode) => Some(mode_name(mode.key(), language)),
        RuleFamily::ChessMixed => Some(ratings::MIXED_MODES.localize(language).to_owned()),
        RuleFamily::Chess | RuleFamily::Xiangqi | RuleFamily::Liuzichong => None,
    };
    let parts = [Some(game), mode, Some(speed_name(speed, language).to_owned())];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Returns the name of a speed.
pub(super) const fn speed_name(speed: Speed, language: Language) -> &'static str {
    let text = match speed {
        Speed::Bullet => online::BULLET,
        Speed::Blitz => online::BLITZ,
        Speed::Rapid => online::RAPID,
        Speed::Classical => online::CLASSICAL,
        Speed::Correspondence => ratings::CORRESPONDENCE,
    };
    text.localize(language)
}

#[cfg(test)]
mod tests {
    use yipan_wire::PlayerRating;

    use super::*;

    #[test]
    fn a_change_has_its_sign_and_a_provisional_rating_its_question_mark() {
        let after = PlayerRating { points: 1662, provisional: true };
        let gain = RatingChange { before: 1500, after };
        assert_eq!(rating_change_text("Ada", &gain, Language::English), "Ada: 1662? (+162)");
        let loss = RatingChange { before: 1700, after: PlayerRating { provisional: false, ..after } };
        assert_eq!(rating_change_text("Bob", &loss, Language::Simplified), "Bob：1662（-38）");
        let player =
            Player { id: "ada".into(), name: "Ada".into(), level: None, rating: Some(after), is_bot: false };
        assert_eq!(rated_name(&player), "Ada (1662?)");
        let bot = Player { rating: None, is_bot: true, ..player.clone() };
        assert_eq!(rated_name(&bot), "BOT Ada");
        assert_eq!(rated_name(&Player { rating: None, ..player }), "Ada");
    }

    #[test]
    fn every_category_has_a_name_of_its_own_in_every_language() {
        for language in Language::ALL {
            let categories = RuleFamily::ALL
                .into_iter()
                .flat_map(|family| Speed::ALL.map(|speed| Category { family, speed }.to_string()));
            let mut names: Vec<_> = categories.map(|category| category_name(&category, language)).collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{language}");
        }
        assert_eq!(category_name("chess-fog.rapid", Language::English), "Chess · Fog · Rapid");
        assert_eq!(category_name("go.blitz", Language::English), "go.blitz");
    }
}
