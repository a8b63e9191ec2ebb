use serde::de::DeserializeOwned;
use yipan_client::online::{
    RatingGraph, audit_line, category_name, challenge_outcome, clock_label, countdown_text, cross_table,
    device_name, format_text, game_list_item, half_points_text, pool_label, rated_name, rating_change_text,
    room_line, time_left_text, tournament_clock_error, tournament_line, unread_count,
};
use yipan_client::online::{mode_results_name, notification_text};
use yipan_client::{
    Grid, LocalizedText, comment_drawings, comment_text, no_capture_text, parse_rulebook, parse_text_runs,
    position_text, rule_text, unbroken_runs,
};
use yipan_core::Language;
use yipan_games::GameKind;
use yipan_wire::{
    ApiError, AuditEntry, CorrespondenceGames, ExplorerPosition, GamePage, NotificationList, Player, Pool,
    RatingChange, RatingHistory, RoomConfig, Study, TournamentState, TournamentSummary, UserProfile,
    UserResults,
};

use crate::input;

/// Parses any text as an answer of a server, selected by the first byte, and shows what the page shows of it, or shows it as
/// a text that users or the server wrote. The page must show anything.
pub fn server_texts(bytes: &[u8]) {
    let (number, bytes) = input::split_byte(bytes);
    let text = input::text(bytes);
    let language = Language::ALL[usize::from(number / 16) % Language::ALL.len()];
    match number % 15 {
        0 => show(text, |list: NotificationList| {
            let _ = unread_count(&list, "ada");
            list.notifications.iter().for_each(|shown| drop(notification_text(&shown.event, language)));
            for challenge in &list.challenges {
                let _ = challenge_outcome(&challenge.state, language);
                let _ = room_line(&challenge.config, language);
                let _ = time_left_text(challenge.expires_at.saturating_sub(list.now), language);
            }
        }),
        1 => show(text, |entry: AuditEntry| drop(audit_line(&entry, language))),
        2 => show(text, |tournament: TournamentState| show_tournament(&tournament, language)),
        3 => show(text, |summary: TournamentSummary| drop(tournament_line(&summary, language))),
        4 => show(text, |page: GamePage| {
            page.games.iter().for_each(|game| drop(game_list_item(game, language)));
        }),
        5 => show(text, |profile: UserProfile| {
            profile.ratings.iter().for_each(|rating| drop(category_name(&rating.category, language)));
        }),
        6 => show(text, |history: RatingHistory| drop(RatingGraph::new(&history.games))),
        7 => show(text, |results: UserResults| {
            results.results.iter().for_each(|row| drop(mode_results_name(row, language)));
        }),
        8 => show(text, |pool: Pool| drop(pool_label(&pool, language))),
        9 => show(text, |player: Player| drop(rated_name(&player))),
        10 => show(text, |change: RatingChange| drop(rating_change_text("Ada", &change, language))),
        11 => show(text, |config: RoomConfig| drop(room_line(&config, language))),
        12 => show(text, |error: ApiError| drop(LocalizedText::from_server(language, &error.message))),
        13 => {
            show(text, |study: Study| drop(study));
            show(text, |position: ExplorerPosition| drop(position));
            show(text, |games: CorrespondenceGames| drop(games));
        }
        _ => show_text(text, language),
    }
}

fn show<T: DeserializeOwned>(text: &str, show: impl FnOnce(T)) {
    if let Ok(answer) = serde_json::from_str(text) {
        show(answer);
    }
}

fn show_tournament(tournament: &TournamentState, language: Language) {
    let _ = format_text(tournament.summary.config.format, language);
    let table = cross_table(&tournament.standings, &tournament.games);
    assert!(table.len() == tournament.standings.len() && table.iter().all(|row| row.len() == table.len()));
    for row in &tournament.standings {
        let _ = half_points_text(row.half_points);
    }
    let _ = countdown_text(tournament.now);
}

/// Shows a text in every place that gives it a form.
fn show_text(text: &str, language: Language) {
    let _ = LocalizedText::from_server(language, text);
    let runs = unbroken_runs(parse_text_runs(text, language));
    assert!(runs.iter().all(|group| !group.is_empty()));
    let _ = (parse_rulebook(text, language), device_name(text, language), category_name(text, language));
    let _ = (clock_label(text, language), tournament_clock_error(text, language));
    let _ = (rule_text(text, language), no_capture_text(text, language), comment_text(text));
    for kind in GameKind::ALL {
        let _ = (comment_drawings(text, Grid::new(kind)), position_text(kind.name(), text, language));
    }
}
