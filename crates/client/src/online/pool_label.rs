use yipan_core::Language;
use yipan_games::GameKind;
use yipan_ratings::Speed;
use yipan_wire::Pool;

use super::config_summary::{clock_text, mode_name};
use super::rating_text::speed_name;
use crate::text::messages::ratings;

/// Returns the speed of a pool; `None` without a limit.
fn speed(pool: &Pool) -> Option<Speed> {
    let kind: GameKind = pool.game.parse().ok()?;
    Speed::of(kind, &pool.clock.parse().ok()?)
}

/// Returns the two lines of a pool: its clock, and its modes or its speed.
#[must_use]
pub fn pool_label(pool: &Pool, language: Language) -> (String, String) {
    let modes: Vec<String> = pool.modes.iter().map(|mode| mode_name(mode, language)).collect();
    let detail = match speed(pool) {
        _ if !modes.is_empty() => modes.join(language.choose(", ", "、", "、")),
        Some(speed) => speed_name(speed, language).to_owned(),
        None => String::new(),
    };
    let rated = pool.rated.then(|| ratings::RATED.localize(language).to_owned());
    let details = [rated, Some(detail).filter(|detail| !detail.is_empty())];
    let detail = details.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    (clock_text(&pool.clock, language), detail)
}

#[cfg(test)]
mod tests {
    use yipan_wire::RoomConfig;

    use super::*;

    #[test]
    fn a_pool_is_labeled_by_its_speed_or_its_modes() {
        let label = |clock: &str, modes: &[&str]| {
            let modes = modes.iter().map(ToString::to_string).collect();
            let pool = Pool { clock: clock.to_owned(), modes, ..Pool::of(&RoomConfig::default_for("chess")) };
            pool_label(&pool, Language::English).1
        };
        assert_eq!(label("1+0", &[]), "Bullet");
        assert_eq!(label("0.5+1", &[]), "Bullet");
        assert_eq!(label("3+2", &[]), "Blitz");
        assert_eq!(label("5+3", &[]), "Blitz");
        assert_eq!(label("10+0", &[]), "Rapid");
        assert_eq!(label("15+10", &[]), "Rapid");
        assert_eq!(label("90+30", &[]), "Classical");
        assert_eq!(label("10/20x3", &[]), "Rapid");
        assert_eq!(label("inf", &[]), "");
        let rated =
            Pool { clock: "3+2".to_owned(), rated: true, ..Pool::of(&RoomConfig::default_for("chess")) };
        assert_eq!(pool_label(&rated, Language::English).1, "Rated · Blitz");
        assert_eq!(label("5+3", &["dice-a", "fog"]), "Dice (Rule A), Fog");
    }
}
