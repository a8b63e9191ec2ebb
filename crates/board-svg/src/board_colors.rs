use yipan_games::GameKind;

/// The colors of a board: variables of the style sheet, with the colors of the game's default material.
pub(crate) struct BoardColors {
    /// The wood around the points.
    pub(crate) frame: &'static str,
    /// The labels in the frame.
    pub(crate) coordinate: &'static str,
    /// The plate with the points.
    pub(crate) background: &'static str,
    /// The lines and the names of the river.
    pub(crate) line: &'static str,
}

impl BoardColors {
    /// Returns the colors of a game's board.
    pub(crate) const fn of(kind: GameKind) -> BoardColors {
        match kind {
            GameKind::Chess => BoardColors {
                frame: "var(--frame, #6b4326)",
                coordinate: "var(--coordinate, #f3ddb5)",
                background: "var(--board-background, #c08d56)",
                line: "var(--grid-line, #3b2411)",
            },
            GameKind::Xiangqi => BoardColors {
                frame: "var(--frame, #a9713a)",
                coordinate: "var(--coordinate, #fff1d3)",
                background: "var(--board-background, #dbab68)",
                line: "var(--grid-line, #5a3517)",
            },
            GameKind::Liuzichong => BoardColors {
                frame: "var(--frame, #7f6a2c)",
                coordinate: "var(--coordinate, #fbf3cf)",
                background: "var(--board-background, #c9b066)",
                line: "var(--grid-line, #463a10)",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The style sheet of the page.
    const MATERIALS: &str = include_str!("../../web/site/css/materials.css");

    #[test]
    fn the_defaults_are_the_colors_of_the_page() {
        for (kind, material) in
            [(GameKind::Chess, "walnut"), (GameKind::Xiangqi, "maple"), (GameKind::Liuzichong, "bamboo")]
        {
            let (_, block) =
                MATERIALS.split_once(&format!("[data-material=\"{material}\"] {{")).expect("a block");
            let (block, _) = block.split_once('}').expect("the end of a block");
            let BoardColors { frame, coordinate, background, line } = BoardColors::of(kind);
            for color in [frame, coordinate, background, line] {
                let declaration = color.replace("var(", "").replace(", ", ": ").replace(')', ";");
                assert!(block.contains(&declaration), "{material}: {declaration}");
            }
        }
    }
}
