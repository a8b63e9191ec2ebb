//! Tournaments in words and numbers.

use yipan_clock::{SideTimeControl, TimeControl};
use yipan_core::{Language, Localize, capitalize};
use yipan_wire::{TournamentFormat, TournamentGame, TournamentResult, TournamentStanding, TournamentSummary};

use super::challenge_text::room_line;
use crate::text::tournaments as text;

/// Returns the way of pairing, such as “Swiss, rounds: 5”.
#[must_use]
pub fn format_text(format: TournamentFormat, language: Language) -> String {
    match format {
        TournamentFormat::Arena { seconds, berserk } => {
            let arena = text::ARENA_OF.localize_with(language, &[&seconds.div_ceil(60).to_string()]);
            if berserk { format!("{arena} · {}", text::BERSERK.localize(language)) } else { arena }
        }
        TournamentFormat::Swiss { rounds } => text::SWISS_OF.localize_with(language, &[&rounds.to_string()]),
        TournamentFormat::RoundRobin { is_double: false } => text::ROUND_ROBIN.localize(language).to_owned(),
        TournamentFormat::RoundRobin { is_double: true } => {
            text::DOUBLE_ROUND_ROBIN.localize(language).to_owned()
        }
    }
}

/// Returns the reason, as a sentence, why a tournament cannot be played with a clock; `None` if it can.
#[must_use]
pub fn tournament_clock_error(clock: &str, language: Language) -> Option<String> {
    let control = match clock.trim().parse::<TimeControl>() {
        Ok(control) => control,
        Err(error) => return Some(capitalize(&error.localize(language))),
    };
    if control.is_correspondence() {
        return Some(text::CLOCK_OF_DAYS.localize(language).to_owned());
    }
    let is_unlimited = control.0.contains(&SideTimeControl::Unlimited);
    is_unlimited.then(|| text::CLOCK_NEEDED.localize(language).to_owned())
}

/// Returns the format, game, modes and clock of a tournament in one line.
#[must_use]
pub fn tournament_line(summary: &TournamentSummary, language: Language) -> String {
    let config = &summary.config;
    let mut parts = vec![format_text(config.format, language), room_line(&config.room, language)];
    parts.extend(config.allows_bots.then(|| text::WITH_BOTS.localize(language).to_owned()));
    parts.extend(summary.has_password.then(|| text::PROTECTED.localize(language).to_owned()));
    parts.join(" · ")
}

/// Returns points that are counted in halves, such as “2½”.
#[must_use]
pub fn half_points_text(half_points: u32) -> String {
    match (half_points / 2, half_points % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Returns a duration as hours, minutes and seconds.
#[must_use]
pub fn countdown_text(millis: u64) -> String {
    let seconds = millis.div_ceil(1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Returns the score of a game for its first and its second side; `None` while it is played or if it does not count.
#[must_use]
pub const fn result_marks(result: Option<TournamentResult>) -> Option<[&'static str; 2]> {
    match result {
        Some(TournamentResult::First) => Some(["1", "0"]),
        Some(TournamentResult::Second) => Some(["0", "1"]),
        Some(TournamentResult::Draw) => Some(["½", "½"]),
        Some(TournamentResult::Void) | None => None,
    }
}

/// Returns the scores of every player against every other, in the order of the standings. A player who has met another
/// twice has both scores.
#[must_use]
pub fn cross_table(standings: &[TournamentStanding], games: &[TournamentGame]) -> Vec<Vec<String>> {
    let rank = |player: u32| standings.iter().position(|row| row.player == player);
    let mut table = vec![vec![String::new(); standings.len()]; standings.len()];
    for game in games {
        let [first, second] = game.players.map(rank);
        let (Some(first), Some(second), Some(marks)) = (first, second, result_marks(game.result)) else {
            continue;
        };
        table[first][second] += marks[0];
        table[second][first] += marks[1];
    }
    table
}

#[cfg(test)]
mod tests {
    use yipan_wire::FoundUser;

    use super::*;

    #[test]
    fn formats_points_and_times_are_short() {
        let english = |format| format_text(format, Language::English);
        assert_eq!(english(TournamentFormat::Arena { seconds: 3_600, berserk: false }), "Arena, 60 min");
        let berserk = TournamentFormat::Arena { seconds: 3_600, berserk: true };
        assert_eq!(english(berserk), "Arena, 60 min · Berserk");
        assert_eq!(english(TournamentFormat::Swiss { rounds: 5 }), "Swiss, rounds: 5");
        assert_eq!(english(TournamentFormat::RoundRobin { is_double: true }), "Double round robin");
        assert_eq!([0, 1, 2, 5].map(half_points_text), ["0", "½", "1", "2½"]);
        assert_eq!(
            [0, 61_000, 3_599_001, 3_600_000].map(countdown_text),
            ["0:00", "1:01", "1:00:00", "1:00:00"]
        );
    }

    #[test]
    fn a_tournament_has_a_clock_of_hours() {
        let error = |clock: &str| tournament_clock_error(clock, Language::English).unwrap_or_default();
        assert_eq!(["3+2", "10/30x3", "60+0"].map(error), ["", "", ""]);
        assert!(error("inf").contains("needs a clock"), "{}", error("inf"));
        assert!(error("3d").contains("over days"), "{}", error("3d"));
        assert!(!error("soon").is_empty());
    }

    #[test]
    fn a_cross_table_has_both_sides_of_every_game() {
        let standing = |player: u32| TournamentStanding {
            player,
            user: FoundUser { id: player.to_string(), name: player.to_string(), is_bot: false },
            rating: 1_500,
            half_points: 0,
            buchholz: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            streak: 0,
            is_active: true,
        };
        let game = |players, result| TournamentGame { room: String::new(), round: 0, players, result };
        let games = [
            game([0, 1], Some(TournamentResult::First)),
            game([1, 0], Some(TournamentResult::Draw)),
            game([0, 2], Some(TournamentResult::Void)),
            game([1, 2], None),
        ];
        let table = cross_table(&[standing(1), standing(0), standing(2)], &games);
        assert_eq!(table, [["", "0½", ""], ["1½", "", ""], ["", "", ""]]);
    }
}
