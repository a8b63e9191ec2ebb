use yipan_core::{Side, Viewer};
use yipan_wire::RoomConfig;

use crate::local::replay;
use crate::online::room_game::start_game;

/// The way in which a finished game is shown to others: the parameters of its pictures and of an embedded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedView {
    /// The viewer whose knowledge is shown.
    pub viewer: Viewer,
    /// The number of actions before the position that is shown first; `None` for the default.
    pub ply: Option<usize>,
}

impl Default for SharedView {
    fn default() -> SharedView {
        SharedView { viewer: Viewer::Arbiter, ply: None }
    }
}

impl SharedView {
    /// The viewers that can be chosen.
    pub const VIEWERS: [Viewer; 4] =
        [Viewer::Arbiter, Viewer::Player(Side::First), Viewer::Player(Side::Second), Viewer::Spectator];

    /// Returns the name of the viewer in links.
    #[must_use]
    pub const fn viewer_key(self) -> &'static str {
        match self.viewer {
            Viewer::Arbiter => "all",
            Viewer::Player(Side::First) => "first",
            Viewer::Player(Side::Second) => "second",
            Viewer::Spectator => "spectator",
        }
    }

    /// Returns the query of a link, empty for the default view.
    #[must_use]
    pub fn to_query(self) -> String {
        let viewer = (self.viewer != Viewer::Arbiter).then(|| format!("viewer={}", self.viewer_key()));
        let ply = self.ply.map(|ply| format!("ply={ply}"));
        viewer.into_iter().chain(ply).collect::<Vec<_>>().join("&")
    }

    /// Parses the query of a link. Unknown parts are ignored.
    #[must_use]
    pub fn from_query(query: &str) -> SharedView {
        let mut view = SharedView::default();
        for (key, value) in query.trim_start_matches('?').split('&').filter_map(|part| part.split_once('=')) {
            let with_key = |viewer: &Viewer| SharedView { viewer: *viewer, ply: None }.viewer_key() == value;
            match key {
                "viewer" => {
                    view.viewer = SharedView::VIEWERS.into_iter().find(with_key).unwrap_or(view.viewer);
                }
                "ply" => view.ply = value.parse().ok(),
                _ => {}
            }
        }
        view
    }

    /// Returns the side that the viewer has at the bottom.
    #[must_use]
    pub const fn bottom(self) -> Side {
        match self.viewer {
            Viewer::Player(side) => side,
            Viewer::Arbiter | Viewer::Spectator => Side::First,
        }
    }
}

/// Whether the viewers of a room's game see different positions, so that there is a view to choose.
#[must_use]
pub fn depends_on_viewer(config: &RoomConfig) -> bool {
    start_game(config).is_some_and(|game| replay::depends_on_viewer(&game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_game_with_secrets_has_several_views() {
        for (mode, is_secret) in [("fog", true), ("mines", true), ("gravity", false), ("dice-a", false)] {
            let config = RoomConfig { modes: vec![mode.to_owned()], ..RoomConfig::default_for("chess") };
            assert_eq!(depends_on_viewer(&config), is_secret, "{mode}");
        }
    }

    #[test]
    fn a_view_survives_its_link() {
        for viewer in SharedView::VIEWERS {
            for ply in [None, Some(0), Some(17)] {
                let view = SharedView { viewer, ply };
                assert_eq!(SharedView::from_query(&format!("?{}", view.to_query())), view);
            }
        }
        assert_eq!(SharedView::default().to_query(), "");
        let black = SharedView { viewer: Viewer::Player(Side::Second), ply: Some(3) };
        assert_eq!((black.to_query().as_str(), black.bottom()), ("viewer=second&ply=3", Side::Second));
    }

    #[test]
    fn unknown_parts_of_a_link_are_ignored() {
        for query in
            ["", "?", "?viewer=white&ply=-1", "?viewer&ply", "?x=first", "ply=99999999999999999999999"]
        {
            assert_eq!(SharedView::from_query(query), SharedView::default(), "{query}");
        }
    }
}
