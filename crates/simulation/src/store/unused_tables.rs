//! The parts of the store that simulated users do not use: they are empty, and a write to them is an error. Ratings are
//! among those that they do use.

use std::collections::HashMap;

use yipan_ratings::Category;
use yipan_room::RatedGame;
use yipan_server::{
    AuditRow, ChallengeLimits, ChallengeRow, ChapterRow, ExplorerGame, ExplorerMoveRow, ExplorerStore,
    GameFilter, GameRow, ImportedExplorerGame, ListedStudy, ModerationEffect, ModerationStore,
    NewPuzzleAttempt, NotificationRow, PeopleStore, PositionKey, PuzzleAttemptRow, PuzzleRatingKind,
    PuzzleRatingRow, PuzzleStore, RatedGameRow, RatingHistoryRow, RatingRow, RatingStore, RelationKind,
    RelationRow, ReportRow, RestartRow, ResultCounts, Role, Sanctions, SharedNotification, StoreError,
    StoreFuture, StoredChallengeState, StudyRow, StudyStore, StudyUpdate, TournamentAppend, TournamentFilter,
    TournamentRow, TournamentStore, UserResultsRow, UserRow,
};
use yipan_wire::FoundUser;

use super::simulated_store::SimulatedStore;

/// Returns the error of a write that no simulated user causes.
pub(super) fn not_simulated<T: Send + 'static>(what: &'static str) -> StoreFuture<'static, T> {
    Box::pin(async move { Err(StoreError::Failed(format!("{what} are not simulated"))) })
}

/// Implements reads of empty tables, and writes that are errors.
macro_rules! unused {
    ($($kind:ident fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            fn $name(&self, $($argument: $type),*) -> StoreFuture<'_, $result> {
                $(let _ = $argument;)*
                unused!(@$kind self, $name)
            }
        )*
    };
    (@empty $self:ident, $name:ident) => { $self.read(|_| Default::default()) };
    (@error $self:ident, $name:ident) => { not_simulated(stringify!($name)) };
}

impl PeopleStore for SimulatedStore {
    unused! {
        error fn add_challenge(challenge: ChallengeRow, limits: ChallengeLimits) -> bool;
        empty fn challenge(id: &str) -> Option<ChallengeRow>;
        error fn decide_challenge(id: &str, state: StoredChallengeState, now: u64) -> bool;
        empty fn challenges_of(user_id: &str, after: u64) -> Vec<ChallengeRow>;
        empty fn remove_challenges(before: u64) -> ();
        error fn put_relation(relation: RelationRow) -> bool;
        error fn remove_relation(user_id: &str, other_id: &str, kind: RelationKind) -> bool;
        empty fn relation(user_id: &str, other_id: &str) -> Option<RelationKind>;
        empty fn relations_of(user_id: &str) -> Vec<(RelationKind, FoundUser)>;
        error fn add_notification(notification: NotificationRow, max: u32) -> bool;
        error fn add_shared_notification(notification: SharedNotification, max: u32) -> ();
        empty fn notifications_of(user_id: &str) -> Vec<NotificationRow>;
        error fn mark_notifications_read(user_id: &str, until: u64) -> ();
    }
}

impl RatingStore for SimulatedStore {
    fn rate_games(&self, limit: u32) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let has_games = self.read(|disk| disk.tables.has_unrated_games()).await?;
            // Without a game there is nothing to write, and a failing disk goes unnoticed.
            if has_games {
                self.write(move |disk| Ok(disk.tables.rate_games(limit as usize))).await
            } else {
                Ok(false)
            }
        })
    }

    fn rating_of(&self, user_id: &str, category: Category) -> StoreFuture<'_, Option<RatingRow>> {
        let user_id = user_id.to_owned();
        self.read(move |disk| disk.tables.ratings.get(&user_id, category))
    }

    unused! {
        empty fn results_of(user_id: &str, viewer_id: &str) -> UserResultsRow;
        empty fn ratings_of(user_id: &str) -> Vec<(RatingRow, ResultCounts)>;
        empty fn rating_history(user_id: &str, category: Category, before: u64, limit: u32) -> Vec<RatingHistoryRow>;
        empty fn rated_game(room: &str) -> Option<RatedGameRow>;
        empty fn finished_rooms(after: &str, limit: u32) -> Vec<String>;
        error fn replace_rated_games(games: Vec<(String, RatedGame)>) -> ();
        empty fn game_page(filter: GameFilter) -> Vec<GameRow>;
        empty fn find_accounts(prefix: &str, limit: u32) -> Vec<UserRow>;
    }
}

impl TournamentStore for SimulatedStore {
    unused! {
        error fn add_tournament(tournament: TournamentRow) -> bool;
        empty fn tournament(code: &str) -> Option<TournamentRow>;
        error fn change_tournament(tournament: TournamentRow) -> bool;
        error fn append_tournament(append: TournamentAppend) -> bool;
        empty fn tournament_log(code: &str, from: u64) -> Vec<String>;
        empty fn tournament_page(filter: TournamentFilter) -> Vec<TournamentRow>;
        empty fn due_tournaments(now: u64) -> Vec<String>;
        empty fn tournaments_by(creator: &str) -> Vec<TournamentRow>;
        empty fn tournaments_entered_by(user_id: &str) -> Vec<TournamentRow>;
        empty fn count_active_tournaments(creator: &str) -> u64;
        empty fn over_rooms(codes: Vec<String>) -> Vec<String>;
        empty fn found_users(ids: Vec<String>) -> HashMap<String, FoundUser>;
    }
}

impl ModerationStore for SimulatedStore {
    unused! {
        empty fn command_line_actions(after: u64, limit: u32) -> Vec<AuditRow>;
        error fn add_report(report: ReportRow) -> ();
        empty fn open_reports(limit: u32) -> Vec<ReportRow>;
        empty fn reports_by(reporter: &str) -> Vec<ReportRow>;
        empty fn report(id: &str) -> Option<ReportRow>;
        empty fn count_reports(reporter: &str, since: u64) -> u64;
        empty fn remove_resolved_reports(before: u64) -> ();
        error fn moderate(entry: AuditRow, effect: ModerationEffect) -> bool;
        empty fn audit_log(before: u64, limit: u32) -> Vec<AuditRow>;
        empty fn sanctions_of(user_id: &str) -> Sanctions;
        empty fn muted_users(now: u64) -> Vec<(String, u64)>;
        empty fn announced_restart() -> Option<RestartRow>;
        empty fn role_of(user_id: &str) -> Option<Role>;
        empty fn accounts_with_role() -> Vec<(UserRow, Role)>;
    }
}

impl StudyStore for SimulatedStore {
    unused! {
        error fn add_study(study: StudyRow, max: u32) -> bool;
        empty fn study(id: &str) -> Option<StudyRow>;
        empty fn studies_of(user_id: &str) -> Vec<ListedStudy>;
        empty fn public_studies(before: u64, limit: u32) -> Vec<ListedStudy>;
        error fn update_study(update: StudyUpdate) -> bool;
        error fn remove_study(id: &str) -> bool;
        empty fn chapters_of(study_id: &str) -> Vec<ChapterRow>;
        empty fn study_bytes(user_id: &str, except_chapter: &str) -> u64;
        error fn add_chapter(chapter: ChapterRow, max: u32, updated: u64) -> bool;
        error fn update_chapter(chapter: ChapterRow, updated: u64) -> bool;
        error fn remove_chapter(study_id: &str, id: &str, updated: u64) -> bool;
    }
}

impl ExplorerStore for SimulatedStore {
    unused! {
        empty fn unexplored_rooms(after: &str, limit: u32) -> Vec<String>;
        empty fn voided_explorer_rooms(limit: u32) -> Vec<String>;
        error fn count_explorer_game(room: &str, game: Option<ExplorerGame>, is_listed: bool) -> bool;
        error fn remove_explorer_game(room: &str, game: Option<ExplorerGame>) -> bool;
        empty fn explorer_moves(position: PositionKey) -> Vec<ExplorerMoveRow>;
        empty fn game_rows(rooms: Vec<String>) -> Vec<GameRow>;
        empty fn imported_digests(digests: Vec<String>) -> Vec<String>;
        error fn import_explorer_games(games: Vec<ImportedExplorerGame>) -> ();
        error fn reset_explorer() -> ();
    }
}

impl PuzzleStore for SimulatedStore {
    unused! {
        error fn add_puzzle_attempt(attempt: NewPuzzleAttempt) -> bool;
        empty fn puzzle_attempt(user_id: &str, puzzle_set: &str, puzzle: &str) -> Option<PuzzleAttemptRow>;
        empty fn puzzle_rating(puzzle_set: &str, kind: PuzzleRatingKind, id: &str) -> Option<PuzzleRatingRow>;
        empty fn puzzle_ratings_of(user_id: &str) -> Vec<PuzzleRatingRow>;
        empty fn puzzle_attempts_of(user_id: &str) -> Vec<PuzzleAttemptRow>;
    }
}
