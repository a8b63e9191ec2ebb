use yipan_clock::{SideTimeControl, TimeControl};
use yipan_core::{Language, Side};
use yipan_wire::Pool;

use super::config_summary::{clock_text, mode_name};
use crate::text::messages::online;
use crate::text::messages::text::Text;

/// The number of moves of a side in the estimate of a game's length.
const ESTIMATED_MOVES: u64 = 40;

/// Returns the speed of a clock with an increment; `None` for any other clock.
fn speed(clock: &str) -> Option<Text> {
    let control: TimeControl = clock.parse().ok()?;
    let SideTimeControl::Fischer { main, increment } = *control.of(Side::First) else { return None };
    Some(match (main.0 + increment.0 * ESTIMATED_MOVES) / 1000 {
        0..180 => online::BULLET,
        180..600 => online::BLITZ,
        600..1800 => online::RAPID,
        _ => online::CLASSICAL,
    })
}

/// Returns the two lines of a pool: its clock, and its modes or its speed.
#[must_use]
pub fn pool_label(pool: &Pool, language: Language) -> (String, String) {
    let modes: Vec<String> = pool.modes.iter().map(|mode| mode_name(mode, language)).collect();
    let detail = match speed(&pool.clock) {
        _ if !modes.is_empty() => modes.join(language.choose(", ", "、", "、")),
        Some(speed) => speed.localize(language).to_owned(),
        None => String::new(),
    };
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
        assert_eq!(label("10/20x3", &[]), "");
        assert_eq!(label("5+3", &["dice-a", "fog"]), "Dice (Rule A), Fog");
    }
}
