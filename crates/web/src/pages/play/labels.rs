use yipan_client::text::game;
use yipan_client::{
    LocalGame, LocalGameExt, LocalSetup, LocalizedText, MoveListItem, NotationStyle, PlayerKind, Settings,
    WorkerResponse, capitalize, join_sentences,
};
use yipan_core::{Language, Side};
use yipan_games::AnyGame;

use crate::panel::MoveRow;

/// Returns the side and the kind of its player.
pub(super) fn player_label(setup: &LocalSetup, side: Side, language: Language) -> String {
    let side_name = capitalize(setup.kind().side_name(side, language));
    let player = match setup.players[side.index()] {
        PlayerKind::Computer(level) => game::COMPUTER.localize_with(language, &[&level.to_string()]),
        PlayerKind::Human if setup.players == [PlayerKind::Human; 2] => {
            game::PLAYER.localize(language).to_owned()
        }
        PlayerKind::Human => game::YOU.localize(language).to_owned(),
    };
    format!("{side_name} · {player}")
}

/// Returns the text of a hint: the move as the list writes it, its reasons, and the evaluation.
pub(super) fn hint_text(
    asked: &AnyGame,
    action: &str,
    response: &WorkerResponse,
    settings: &Settings,
) -> LocalizedText {
    LocalizedText::new(|language| {
        let notation = settings.notation_style(language).write_move(asked, action);
        let hint = game::HINT_IS.localize_with(language, &[&notation]);
        let [reasons, standing] = [&response.reasons_text, &response.evaluation_text]
            .map(|text| capitalize(text.localize(language)));
        join_sentences(&[hint, reasons, standing], language)
    })
}

pub(super) fn move_rows(local: &LocalGame, style: NotationStyle) -> Vec<MoveRow> {
    let row = |moved: MoveListItem| MoveRow {
        side: moved.side,
        text: moved.notation.unwrap_or_else(|| "…".to_owned()),
        annotation: String::new(),
    };
    local.move_list(style).into_iter().map(row).collect()
}
