use leptos::html::Input;
use leptos::prelude::*;
use yipan_client::text::Text;
use yipan_wire::MAX_STUDY_TITLE_CHARACTERS;

use crate::context::use_app_context;

/// A field for a title, with its button.
#[component]
pub(super) fn TitleForm(
    /// The value of `data-form`.
    key: &'static str,
    label: Text,
    button: Text,
    /// The title at first.
    #[prop(optional, into)]
    value: String,
    /// Called with a title that is not empty.
    on_submit: Callback<String>,
) -> impl IntoView {
    let context = use_app_context();
    let field = NodeRef::<Input>::new();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let title = field.get_untracked().map(|field| field.value().trim().to_owned()).unwrap_or_default();
        if !title.is_empty() {
            on_submit.run(title);
        }
    };
    view! {
        <form class="inline-form title-form" data-form=key on:submit=submit>
            <label><span>{move || context.t(label)}</span>
                <input type="text" name="title" required=true maxlength=MAX_STUDY_TITLE_CHARACTERS.to_string() autocomplete="off" value=value node_ref=field/></label>
            <button type="submit">{move || context.t(button)}</button>
        </form>
    }
}
