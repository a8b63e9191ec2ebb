use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::text::{Text, moderation as text};
use yipan_wire::{ApiError, FoundUser, Moderate, ModerationAction, Role};

use crate::browser::fetch;
use crate::context::{AppContext, use_app_context};

/// The choices of the form, each with its key and label. Those about roles are for operators.
const USER_ACTIONS: [(&str, Text); 6] = [
    ("warn", text::WARN),
    ("mute", text::MUTE),
    ("close", text::CLOSE_ACCOUNT),
    ("reopen", text::REOPEN_ACCOUNT),
    ("mark-bot", text::MARK_BOT),
    ("unmark-bot", text::UNMARK_BOT),
];

const ROLE_ACTIONS: [(&str, Text); 3] =
    [("moderator", text::MAKE_MODERATOR), ("operator", text::MAKE_OPERATOR), ("demote", text::DEMOTE)];

/// The actions about a game.
const ROOM_ACTIONS: [(&str, Text); 2] = [("void", text::VOID_GAME), ("close-room", text::CLOSE_ROOM)];

fn is_about_room(key: &str) -> bool {
    ROOM_ACTIONS.iter().any(|(action, _)| *action == key)
}

fn room_action(key: &str, room: String) -> ModerationAction {
    if key == "void" { ModerationAction::VoidGame { room } } else { ModerationAction::CloseRoom { room } }
}

/// The default length of a mute.
const MUTE_MINUTES: u32 = 60;

/// Returns the action with this key about a user.
fn user_action(key: &str, user: String, minutes: u32) -> ModerationAction {
    match key {
        "mute" => ModerationAction::Mute { user, minutes },
        "close" => ModerationAction::CloseAccount { user },
        "reopen" => ModerationAction::ReopenAccount { user },
        "mark-bot" => ModerationAction::MarkBot { user },
        "unmark-bot" => ModerationAction::UnmarkBot { user },
        "moderator" => ModerationAction::Promote { user, role: Role::Moderator },
        "operator" => ModerationAction::Promote { user, role: Role::Operator },
        "demote" => ModerationAction::Demote { user },
        _ => ModerationAction::Warn { user },
    }
}

/// The state of a form that sends actions.
#[derive(Clone, Copy)]
pub(super) struct Sending {
    context: AppContext,
    changes: RwSignal<u32>,
    pub(super) is_busy: RwSignal<bool>,
    message: RwSignal<LocalizedText>,
    error: RwSignal<LocalizedText>,
}

impl Sending {
    pub(super) fn new(changes: RwSignal<u32>) -> Sending {
        Sending {
            context: use_app_context(),
            changes,
            is_busy: RwSignal::new(false),
            message: RwSignal::new(LocalizedText::default()),
            error: RwSignal::new(LocalizedText::default()),
        }
    }

    /// Sends the action that `find` returns, unless one is being sent.
    pub(super) fn send(self, find: impl AsyncFnOnce() -> Result<Moderate, ApiError> + 'static) {
        if self.is_busy.get_untracked() {
            return;
        }
        self.is_busy.set(true);
        self.message.set(LocalizedText::default());
        self.error.set(LocalizedText::default());
        let language = self.context.language.get_untracked();
        spawn_local(async move {
            let sent = match find().await {
                Ok(request) => fetch::send("POST", "/api/moderation/actions", &request, language).await,
                Err(error) => Err(error),
            };
            // The component may have been unmounted.
            if self.is_busy.try_set(false).is_some() {
                return;
            }
            match sent {
                Ok(_) => {
                    self.message.set(text::DONE.into());
                    self.changes.update(|changes| *changes += 1);
                }
                Err(failure) => self.error.set(fetch::error_text(&failure, language)),
            }
        });
    }

    pub(super) fn status(self) -> impl IntoView {
        view! {
            <p role="status">{move || self.context.localized(self.message)}</p>
            <p class="error" role="alert">{move || self.context.localized(self.error)}</p>
        }
    }
}

/// The fields that actions share: the choice, the minutes of a mute, and the reason.
#[component]
fn ActionFields(
    choice: RwSignal<String>,
    minutes: RwSignal<u32>,
    reason: RwSignal<String>,
    choices: Vec<(&'static str, Text)>,
) -> impl IntoView {
    let context = use_app_context();
    let option = move |(key, label): (&'static str, Text)| {
        view! { <option value=key selected=move || choice.with(|choice| choice == key)>{move || context.t(label)}</option> }
    };
    let choose_minutes = move |event| {
        if let Ok(value) = event_target_value(&event).parse() {
            minutes.set(value);
        }
    };
    view! {
        <label>
            <span>{move || context.t(text::ACTION)}</span>
            <select name="action" on:change=move |event| choice.set(event_target_value(&event))>{choices.into_iter().map(option).collect_view()}</select>
        </label>
        <Show when=move || choice.with(|choice| choice == "mute")>
            <label>
                <span>{move || context.t(text::MINUTES)}</span>
                <input type="number" name="minutes" min="0" max="527040" required prop:value=move || minutes.get().to_string() on:input=choose_minutes/>
            </label>
        </Show>
        <label>
            <span>{move || context.t(text::REASON)}</span>
            <input type="text" name="action-reason" required maxlength="500" autocomplete="off" prop:value=move || reason.get()
                on:input=move |event| reason.set(event_target_value(&event))/>
        </label>
    }
}

/// The actions about a reported player: one of the choices, or the end of the report.
#[component]
pub(super) fn ReportActions(
    user: String,
    /// The room of the report, whose game can be voided.
    room: Option<String>,
    resolve: Moderate,
    changes: RwSignal<u32>,
) -> impl IntoView {
    let context = use_app_context();
    let sending = Sending::new(changes);
    let (choice, reason) = (RwSignal::new("warn".to_owned()), RwSignal::new(String::new()));
    let minutes = RwSignal::new(MUTE_MINUTES);
    let mut choices = USER_ACTIONS.to_vec();
    if room.is_some() {
        choices.extend(ROOM_ACTIONS);
    }
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let key = choice.get_untracked();
        let action = match &room {
            Some(room) if is_about_room(&key) => room_action(&key, room.clone()),
            _ => user_action(&key, user.clone(), minutes.get_untracked()),
        };
        let reason = reason.get_untracked();
        sending.send(async move || Ok(Moderate { action, reason }));
    };
    let end = move |_| {
        let request = resolve.clone();
        sending.send(async move || Ok(request));
    };
    view! {
        <form class="invite" data-form="report-action" on:submit=submit>
            <ActionFields choice minutes reason choices/>
            <div class="actions">
                <button type="submit" data-do="apply-action" disabled=move || sending.is_busy.get()>{move || context.t(text::APPLY)}</button>
                <button type="button" class="accent" data-do="resolve-report" disabled=move || sending.is_busy.get() on:click=end>{move || context.t(text::RESOLVE)}</button>
            </div>
            {sending.status()}
        </form>
    }
}

/// A form for actions about any player, by name, or any room, by code.
#[component]
pub(super) fn ActionForm(role: Role, changes: RwSignal<u32>) -> impl IntoView {
    let context = use_app_context();
    let sending = Sending::new(changes);
    let (choice, reason) = (RwSignal::new("warn".to_owned()), RwSignal::new(String::new()));
    let (minutes, player) = (RwSignal::new(MUTE_MINUTES), RwSignal::new(String::new()));
    let mut choices = USER_ACTIONS.to_vec();
    choices.extend(ROOM_ACTIONS);
    if role == Role::Operator {
        choices.extend(ROLE_ACTIONS);
    }
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (key, name) = (choice.get_untracked(), player.get_untracked());
        let (minutes, reason) = (minutes.get_untracked(), reason.get_untracked());
        sending.send(async move || {
            if is_about_room(&key) {
                return Ok(Moderate { action: room_action(&key, name.trim().to_uppercase()), reason });
            }
            let user = find_player(context, name.trim()).await?;
            Ok(Moderate { action: user_action(&key, user, minutes), reason })
        });
    };
    view! {
        <form class="invite" data-form="action" on:submit=submit>
            <label>
                <span>{move || context.t(if choice.with(|choice| is_about_room(choice)) { text::ROOM_CODE } else { text::PLAYER })}</span>
                <input type="text" name="action-player" required maxlength="24" autocomplete="off" spellcheck="false" prop:value=move || player.get()
                    on:input=move |event| player.set(event_target_value(&event))/>
            </label>
            <ActionFields choice minutes reason choices/>
            <button type="submit" data-do="apply-action" disabled=move || sending.is_busy.get()>{move || context.t(text::APPLY)}</button>
            {sending.status()}
        </form>
    }
}

/// Returns the id of the account with this name. The server says that there is none for an empty one.
async fn find_player(context: AppContext, name: &str) -> Result<String, ApiError> {
    let language = context.language.get_untracked();
    let query = String::from(js_sys::encode_uri_component(name));
    let response = fetch::get(&format!("/api/users?name={query}"), language).await?;
    let found: Vec<FoundUser> = fetch::parse_json(&response, language)?;
    let user = found.into_iter().find(|user| user.name.eq_ignore_ascii_case(name));
    Ok(user.map(|user| user.id).unwrap_or_default())
}
