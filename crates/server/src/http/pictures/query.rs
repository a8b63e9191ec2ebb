use serde::Deserialize;
use utoipa::IntoParams;
use yipan_core::{Language, Side, Viewer};

use super::frame::FrameStyle;

/// The heights of a board in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeightRange {
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) default: u32,
}

/// The description of a picture.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PictureQuery {
    /// The number of actions after which the position is drawn; without it, all that were played. A GIF has no use for it.
    #[serde(default)]
    #[param(value_type = Option<usize>)]
    ply: Option<String>,
    /// The side at the bottom: `first` or `second`.
    #[serde(default)]
    bottom: Option<String>,
    /// The eyes through which a finished game is drawn: `first`, `second`, `spectator`, or `all`, which hides nothing.
    #[serde(default)]
    viewer: Option<String>,
    /// The height of the board in pixels: up to 1200 for a PNG, up to 480 for a GIF.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    height: Option<String>,
    /// The language of the pieces: `en`, `zh-Hans` or `zh-Hant`.
    #[serde(default)]
    pub(super) lang: Option<String>,
}

impl PictureQuery {
    /// Returns the number of actions; `None` if it is more than were played, or no number.
    pub(super) fn ply(&self, played: usize) -> Option<usize> {
        match &self.ply {
            None => Some(played),
            Some(text) => text.parse().ok().filter(|ply| *ply <= played),
        }
    }

    /// Returns the style of the picture; `None` if a part of the description is invalid.
    ///
    /// A running game is drawn as a spectator sees it. By default the viewer is at the bottom.
    pub(super) fn style(
        &self,
        is_over: bool,
        heights: HeightRange,
        language: Language,
    ) -> Option<FrameStyle> {
        let viewer = match self.viewer.as_deref() {
            None | Some("all") => Viewer::Arbiter,
            Some("spectator") => Viewer::Spectator,
            Some(text) => Viewer::Player(side(text)?),
        };
        let bottom = match (self.bottom.as_deref(), viewer) {
            (Some(text), _) => side(text)?,
            (None, Viewer::Player(side)) => side,
            (None, _) => Side::First,
        };
        let board_height = match &self.height {
            None => heights.default,
            Some(text) => text.parse().ok().filter(|height| (heights.min..=heights.max).contains(height))?,
        };
        let viewer = if is_over { viewer } else { Viewer::Spectator };
        Some(FrameStyle { viewer, bottom, board_height, language })
    }
}

fn side(text: &str) -> Option<Side> {
    match text {
        "first" => Some(Side::First),
        "second" => Some(Side::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEIGHTS: HeightRange = HeightRange { min: 100, max: 480, default: 360 };

    fn style(query: &PictureQuery, is_over: bool) -> Option<(Viewer, Side, u32)> {
        let style = query.style(is_over, HEIGHTS, Language::English)?;
        Some((style.viewer, style.bottom, style.board_height))
    }

    #[test]
    fn a_viewer_sits_at_the_bottom_and_a_running_game_has_spectators_only() {
        let query = PictureQuery { viewer: Some("second".to_owned()), ..PictureQuery::default() };
        let second = Side::Second;
        assert_eq!(style(&query, true), Some((Viewer::Player(second), second, 360)));
        assert_eq!(style(&query, false), Some((Viewer::Spectator, second, 360)));
        assert_eq!(style(&PictureQuery::default(), true), Some((Viewer::Arbiter, Side::First, 360)));
    }

    #[test]
    fn an_invalid_description_is_rejected() {
        let text = |text: &str| Some(text.to_owned());
        for query in [
            PictureQuery { viewer: text("white"), ..PictureQuery::default() },
            PictureQuery { bottom: text(""), ..PictureQuery::default() },
            PictureQuery { height: text("481"), ..PictureQuery::default() },
            PictureQuery { height: text("99"), ..PictureQuery::default() },
            PictureQuery { height: text("-1"), ..PictureQuery::default() },
        ] {
            assert_eq!(style(&query, true), None, "{query:?}");
        }
        let ply = |ply: &str| PictureQuery { ply: text(ply), ..PictureQuery::default() }.ply(4);
        assert_eq!([ply("0"), ply("4"), ply("5"), ply("x")], [Some(0), Some(4), None, None]);
    }
}
