use leptos::prelude::*;
use yipan_client::text::{common, import_export as text};
use yipan_client::{ExportFormat, export, export_formats};

use super::state::AnalysisState;
use crate::browser::files;

/// The game in a chosen format, to copy or download.
#[component]
pub(super) fn ExportPanel(analysis: AnalysisState) -> impl IntoView {
    let (context, kind) = (analysis.context, analysis.board.grid.kind());
    let has_modes = analysis.tree.with_untracked(|tree| tree.game(tree.root()).has_modes());
    // The first format keeps the variations, and is the one that most programs read.
    let has_pgn = export_formats(kind, has_modes).contains(&ExportFormat::Pgn);
    let format = RwSignal::new(if has_pgn { ExportFormat::Pgn } else { ExportFormat::Tree });
    let offered = StoredValue::new(export_formats(kind, has_modes));
    let exported = Memo::new(move |_| {
        let (form, language) = (format.get(), context.language.get());
        // A whole game is not written again for every step.
        let is_position = matches!(form, ExportFormat::Position | ExportFormat::Sixzc);
        let node = if is_position { analysis.node() } else { untrack(|| analysis.node()) };
        analysis.tree.with(|tree| export(tree, node, form, language)).unwrap_or_default()
    });
    let choose = move |event| {
        let picked = event_target_value(&event)
            .parse::<usize>()
            .ok()
            .and_then(|index| ExportFormat::ALL.get(index).copied());
        format.set(picked.unwrap_or(ExportFormat::Record));
    };
    let options = move || {
        let option = |(index, offer): (usize, ExportFormat)| {
            view! { <option value=index selected=move || format.get() == offer>{offer.name(context.language.get())}</option> }
        };
        ExportFormat::ALL
            .into_iter()
            .enumerate()
            .filter(|(_, form)| offered.with_value(|offered| offered.contains(form)))
            .map(option)
            .collect_view()
    };
    let save = move |_| {
        let name = format!("{}.{}", kind.name(), format.get_untracked().extension());
        exported.with_untracked(|exported| files::save_as_file(&name, exported.bytes()));
    };
    let exported_text = move || exported.with(|exported| exported.text().map(str::to_owned));
    let shown_text = move || exported_text().unwrap_or_else(|| context.t(text::NOT_TEXT).to_owned());
    let copy = move |_| analysis.copy(untrack(exported_text).unwrap_or_default());
    view! {
        <div class="export">
            <label><span>{move || context.t(text::EXPORT)}</span>
                <select name="format" on:change=choose>{options}</select></label>
            <textarea class="exported" name="exported" rows="4" readonly=true spellcheck="false" aria-label=move || context.t(text::EXPORT)
                prop:value=shown_text></textarea>
            <p class="left-out" data-left-out="">{move || exported.with(|exported| exported.left_out.localize(context.language.get()).to_owned())}</p>
            <div class="button-row">
                <button type="button" data-do="copy" disabled=move || exported_text().is_none() on:click=copy>{move || context.t(common::COPY)}</button>
                <button type="button" data-do="save" on:click=save>{move || context.t(text::SAVE)}</button>
            </div>
        </div>
    }
}
