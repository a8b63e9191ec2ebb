use yipan_core::Language;
use yipan_games::GameKind;
use yipan_puzzles::PuzzleSet;

use crate::courses::course_list::find_course;
use crate::online::config_summary::game_name;
use crate::puzzles::puzzle_names::puzzle_set_name;
use crate::text::messages::{
    account, common, correspondence, games, learn, moderation, online, puzzles, ratings, sharing, studies,
    tournaments,
};
use crate::text::rulebook::TOPICS;

/// A page of the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The start page: games, open rooms and games to watch.
    Home,
    /// A game on this screen.
    Play(GameKind),
    /// A stored game on this device, by its identifier.
    SavedGame(GameKind, String),
    /// The list of the games on this device.
    SavedGames,
    /// A room of the server, by its code.
    Room(String),
    /// The replay of a finished game, by its room code.
    Replay(String),
    /// A finished game in a frame of another site, by its room code.
    Embed(String),
    /// The analysis board.
    Analysis(GameKind),
    /// The lists of studies.
    Studies,
    /// A study, by its identifier, at a chapter; without a chapter at the first one.
    Study(String, Option<String>),
    /// The daily puzzle of the best known game of the language.
    Puzzles,
    /// A puzzle of a set: `daily`, `practice`, `streak` or its identifier.
    Puzzle(PuzzleSet, String),
    /// The list of courses.
    Learn,
    /// A task of a course, by topic and number, counted from 1; without a number the first task that is not solved.
    Course(String, Option<usize>),
    /// The rules of a game or a mode, by topic.
    Rules(String),
    /// The settings.
    Settings,
    /// The account, its sessions and its games.
    Account,
    /// The search for players.
    Players,
    /// The profile of an account, by its id.
    Profile(String),
    /// The running correspondence games of the account.
    Correspondence,
    /// The list of tournaments.
    Tournaments,
    /// A tournament, by its code.
    Tournament(String),
    /// The reports and the audit log, for moderators.
    Moderation,
    /// An unknown path.
    NotFound,
}

impl Route {
    /// Parses the path of a URL.
    #[must_use]
    pub fn parse(path: &str) -> Route {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let route = match (parts.next(), parts.next()) {
            (None, _) => Some(Route::Home),
            (Some("play"), Some(game)) => game.parse().ok().map(|kind| match parts.next() {
                Some(id) => Route::SavedGame(kind, id.to_owned()),
                None => Route::Play(kind),
            }),
            (Some("games"), None) => Some(Route::SavedGames),
            (Some("room"), Some(code)) => Some(Route::Room(code.to_ascii_uppercase())),
            (Some("game"), Some(code)) => Some(Route::Replay(code.to_ascii_uppercase())),
            (Some("embed"), Some(code)) => Some(Route::Embed(code.to_ascii_uppercase())),
            (Some("analysis"), Some(game)) => game.parse().ok().map(Route::Analysis),
            (Some("studies"), None) => Some(Route::Studies),
            (Some("study"), Some(id)) => Some(Route::Study(id.to_owned(), parts.next().map(str::to_owned))),
            (Some("puzzles"), None) => Some(Route::Puzzles),
            (Some("puzzles"), Some(set)) => {
                let choice = parts.next().unwrap_or("daily").to_owned();
                set.parse().ok().map(|set| Route::Puzzle(set, choice))
            }
            (Some("learn"), None) => Some(Route::Learn),
            (Some("learn"), Some(topic)) => {
                let number = parts.next().map(|number| number.parse().ok().filter(|number| *number > 0));
                let is_valid = number != Some(None);
                is_valid.then(|| Route::Course(topic.to_owned(), number.flatten()))
            }
            (Some("rules"), topic) => Some(Route::Rules(topic.unwrap_or("chess").to_owned())),
            (Some("settings"), None) => Some(Route::Settings),
            (Some("account"), None) => Some(Route::Account),
            (Some("players"), None) => Some(Route::Players),
            (Some("players"), Some(id)) => Some(Route::Profile(id.to_owned())),
            (Some("moderation"), None) => Some(Route::Moderation),
            (Some("correspondence"), None) => Some(Route::Correspondence),
            (Some("tournaments"), None) => Some(Route::Tournaments),
            (Some("tournament"), Some(code)) => Some(Route::Tournament(code.to_ascii_uppercase())),
            _ => None,
        };
        route.filter(|_| parts.next().is_none()).unwrap_or(Route::NotFound)
    }

    /// Returns the path of the route.
    #[must_use]
    pub fn path(&self) -> String {
        match self {
            Route::Home | Route::NotFound => "/".to_owned(),
            Route::Play(game) => format!("/play/{game}"),
            Route::SavedGame(game, id) => format!("/play/{game}/{id}"),
            Route::SavedGames => "/games".to_owned(),
            Route::Room(code) => format!("/room/{code}"),
            Route::Replay(code) => format!("/game/{code}"),
            Route::Embed(code) => format!("/embed/{code}"),
            Route::Analysis(game) => format!("/analysis/{game}"),
            Route::Studies => "/studies".to_owned(),
            Route::Study(id, None) => format!("/study/{id}"),
            Route::Study(id, Some(chapter)) => format!("/study/{id}/{chapter}"),
            Route::Puzzles => "/puzzles".to_owned(),
            Route::Puzzle(set, choice) => format!("/puzzles/{set}/{choice}"),
            Route::Learn => "/learn".to_owned(),
            Route::Course(topic, None) => format!("/learn/{topic}"),
            Route::Course(topic, Some(number)) => format!("/learn/{topic}/{number}"),
            Route::Rules(topic) => format!("/rules/{topic}"),
            Route::Settings => "/settings".to_owned(),
            Route::Account => "/account".to_owned(),
            Route::Players => "/players".to_owned(),
            Route::Profile(id) => format!("/players/{id}"),
            Route::Moderation => "/moderation".to_owned(),
            Route::Correspondence => "/correspondence".to_owned(),
            Route::Tournaments => "/tournaments".to_owned(),
            Route::Tournament(code) => format!("/tournament/{code}"),
        }
    }

    /// Returns the window title.
    #[must_use]
    pub fn title(&self, language: Language) -> String {
        let name = common::NAME.localize(language);
        let page_title = match self {
            Route::Home => return name.to_owned(),
            Route::NotFound => common::NOT_FOUND.localize(language).to_owned(),
            Route::Play(game) | Route::SavedGame(game, _) => game_name(game.name(), language),
            Route::SavedGames => games::TITLE.localize(language).to_owned(),
            Route::Room(code) => online::ROOM_TITLE.localize_with(language, &[code]),
            Route::Replay(code) => format!("{} {code}", common::ANALYSIS.localize(language)),
            Route::Embed(code) => sharing::EMBEDDED_GAME.localize_with(language, &[code]),
            Route::Analysis(game) => {
                format!("{}: {}", common::ANALYSIS.localize(language), game_name(game.name(), language))
            }
            Route::Studies => studies::TITLE.localize(language).to_owned(),
            Route::Study(..) => studies::STUDY.localize(language).to_owned(),
            Route::Puzzles => puzzles::TITLE.localize(language).to_owned(),
            Route::Puzzle(set, _) => {
                let set = puzzle_set_name(*set).localize(language);
                format!("{}: {set}", puzzles::TITLE.localize(language))
            }
            Route::Learn => learn::TITLE.localize(language).to_owned(),
            Route::Course(topic, _) => match find_course(topic) {
                Some(course) => {
                    format!("{}: {}", learn::TITLE.localize(language), course.title.localize(language))
                }
                None => common::NOT_FOUND.localize(language).to_owned(),
            },
            Route::Rules(topic) => {
                let known = TOPICS.iter().find(|(name, _)| name == topic);
                let rules = common::RULES.localize(language);
                match known {
                    Some((_, title)) => format!("{rules}: {}", title.localize(language)),
                    None => common::NOT_FOUND.localize(language).to_owned(),
                }
            }
            Route::Settings => common::SETTINGS.localize(language).to_owned(),
            Route::Account => account::TITLE.localize(language).to_owned(),
            Route::Players => ratings::PLAYERS.localize(language).to_owned(),
            Route::Profile(_) => ratings::PROFILE.localize(language).to_owned(),
            Route::Moderation => moderation::TITLE.localize(language).to_owned(),
            Route::Correspondence => correspondence::TITLE.localize(language).to_owned(),
            Route::Tournaments => tournaments::TITLE.localize(language).to_owned(),
            Route::Tournament(_) => tournaments::TOURNAMENT.localize(language).to_owned(),
        };
        format!("{page_title} – {name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_survives_its_path() {
        let routes = [
            Route::Home,
            Route::Play(GameKind::Xiangqi),
            Route::SavedGame(GameKind::Chess, "k4t7qx2a".into()),
            Route::SavedGames,
            Route::Room("K4T7QX".into()),
            Route::Replay("K4T7QX".into()),
            Route::Embed("K4T7QX".into()),
            Route::Analysis(GameKind::Liuzichong),
            Route::Studies,
            Route::Study("0a1b2c".into(), None),
            Route::Study("0a1b2c".into(), Some("3d4e5f".into())),
            Route::Puzzles,
            Route::Puzzle(PuzzleSet::Xiangqi, "streak".into()),
            Route::Learn,
            Route::Course("fog".into(), None),
            Route::Course("fog".into(), Some(3)),
            Route::Rules("fog".into()),
            Route::Settings,
            Route::Account,
            Route::Players,
            Route::Profile("k4t7qx2a".into()),
            Route::Moderation,
            Route::Correspondence,
            Route::Tournaments,
            Route::Tournament("K4T7QX".into()),
        ];
        for route in routes {
            assert_eq!(Route::parse(&route.path()), route);
        }
        assert_eq!(Route::Rules("fog".into()).title(Language::English), "Rules: Fog – Yipan");
        assert_eq!(Route::Rules("nonexist".into()).title(Language::English), "Page not found – Yipan");
        assert_eq!(Route::Home.title(Language::Traditional), "弈盤");
        assert_eq!(Route::parse("/room/k4t7qx"), Route::Room("K4T7QX".into()));
        for path in ["/learn/chess/0", "/learn/chess/x", "/learn/chess/1/2"] {
            assert_eq!(Route::parse(path), Route::NotFound, "{path}");
        }
        assert_eq!(Route::parse("/puzzles/chess"), Route::Puzzle(PuzzleSet::Chess, "daily".into()));
        for path in [
            "/play",
            "/play/go",
            "/play/chess/a/b",
            "/games/x",
            "/settings/x",
            "/room/A/B",
            "/study",
            "/study/a/b/c",
            "/puzzles/go",
            "/nowhere",
        ] {
            assert_eq!(Route::parse(path), Route::NotFound, "{path}");
        }
    }
}
