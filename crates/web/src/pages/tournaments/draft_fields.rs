use leptos::prelude::*;
use yipan_client::text::{Text, tournaments as text};

use super::draft::TournamentDraft;
use crate::context::use_app_context;

/// A field for the name.
#[component]
pub(super) fn NameField(draft: RwSignal<TournamentDraft>) -> impl IntoView {
    let context = use_app_context();
    view! {
        <label>
            <span>{move || context.t(text::NAME)}</span>
            <input type="text" name="tournament-name" required maxlength="60" autocomplete="off" prop:value=move || draft.with(|draft| draft.name.clone())
                on:input=move |event| draft.update(|draft| draft.name = event_target_value(&event))/>
        </label>
    }
}

/// The format, with its number of rounds or its duration.
#[component]
pub(super) fn FormatFields(draft: RwSignal<TournamentDraft>) -> impl IntoView {
    let context = use_app_context();
    let choose = move |event| {
        let chosen = event_target_value(&event);
        if let Some((format, _)) = TournamentDraft::FORMATS.into_iter().find(|(format, _)| *format == chosen)
        {
            draft.update(|draft| draft.format = format);
        }
    };
    let option = move |(format, label): (&'static str, Text)| {
        view! { <option value=format selected=move || draft.with(|draft| draft.format == format)>{move || context.t(label)}</option> }
    };
    let has_format = move |format: &'static str| draft.with(|draft| draft.format == format);
    view! {
        <label>
            <span>{move || context.t(text::FORMAT)}</span>
            <select name="format" on:change=choose>{TournamentDraft::FORMATS.map(option).collect_view()}</select>
        </label>
        <Show when=move || has_format("swiss")>
            {number_field(draft, "rounds", text::ROUNDS, |draft| draft.rounds, |draft, value| draft.rounds = value)}
        </Show>
        <Show when=move || has_format("arena")>
            {number_field(draft, "minutes", text::MINUTES, |draft| draft.minutes, |draft, value| draft.minutes = value)}
            <label class="checkbox">
                <input type="checkbox" name="allow-berserk" prop:checked=move || draft.with(|draft| draft.berserk)
                    on:change=move |event| draft.update(|draft| draft.berserk = event_target_checked(&event))/>
                <span>{move || context.t(text::ALLOW_BERSERK)}</span>
            </label>
        </Show>
    }
}

/// A switch for bots.
#[component]
pub(super) fn BotField(draft: RwSignal<TournamentDraft>) -> impl IntoView {
    let context = use_app_context();
    view! {
        <label class="checkbox">
            <input type="checkbox" name="allow-bots" prop:checked=move || draft.with(|draft| draft.allows_bots)
                on:change=move |event| draft.update(|draft| draft.allows_bots = event_target_checked(&event))/>
            <span>{move || context.t(text::ALLOW_BOTS)}</span>
        </label>
    }
}

/// The number of players that the tournament needs.
#[component]
pub(super) fn PlayersField(draft: RwSignal<TournamentDraft>) -> impl IntoView {
    number_field(
        draft,
        "min-players",
        text::PLAYERS_NEEDED,
        |draft| draft.min_players,
        |draft, value| draft.min_players = value,
    )
}

/// The password. That of an existing tournament is kept unless the user wants another one, or none.
#[component]
pub(super) fn PasswordField(
    draft: RwSignal<TournamentDraft>,
    /// Whether the tournament has a password that can be kept.
    #[prop(optional)]
    can_keep: bool,
) -> impl IntoView {
    let context = use_app_context();
    let keeps = Memo::new(move |_| draft.with(|draft| draft.keep_password));
    let keep = move || {
        can_keep.then(|| {
            view! {
                <label class="checkbox">
                    <input type="checkbox" name="keep-password" prop:checked=move || keeps.get()
                        on:change=move |event| draft.update(|draft| draft.keep_password = event_target_checked(&event))/>
                    <span>{move || context.t(text::KEEP_PASSWORD)}</span>
                </label>
            }
        })
    };
    view! {
        {keep}
        <Show when=move || !keeps.get()>
            <label>
                <span>{move || context.t(text::PASSWORD)}</span>
                <input type="text" name="tournament-password" maxlength="200" autocomplete="off"
                    on:input=move |event| draft.update(|draft| draft.password = event_target_value(&event))/>
            </label>
        </Show>
    }
}

fn number_field(
    draft: RwSignal<TournamentDraft>,
    name: &'static str,
    label: Text,
    read: fn(&TournamentDraft) -> u32,
    write: fn(&mut TournamentDraft, u32),
) -> impl IntoView {
    let context = use_app_context();
    let change = move |event| {
        if let Ok(value) = event_target_value(&event).parse() {
            draft.update(|draft| write(draft, value));
        }
    };
    view! {
        <label>
            <span>{move || context.t(label)}</span>
            <input type="number" name=name min="1" max="1000" required prop:value=move || draft.with(read).to_string() on:input=change/>
        </label>
    }
}
