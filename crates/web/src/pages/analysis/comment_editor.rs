use leptos::html::Textarea;
use leptos::prelude::*;
use yipan_client::text::tree as text;
use yipan_client::{NodeId, comment_text};

use super::state::AnalysisState;

/// The editor of a comment. The text is stored when the field loses the focus.
#[component]
pub(super) fn CommentEditor(analysis: AnalysisState) -> impl IntoView {
    move || analysis.commented_node.get().map(|node| view! { <CommentField analysis node/> })
}

#[component]
fn CommentField(analysis: AnalysisState, node: NodeId) -> impl IntoView {
    let (context, field) = (analysis.context, NodeRef::<Textarea>::new());
    let written = analysis.tree.with_untracked(|tree| comment_text(tree.node(node).comment()));
    let title = move || {
        let (viewer, style) = (analysis.viewer.get(), context.notation_style());
        match analysis.tree.with_untracked(|tree| tree.notation(node, viewer, style)) {
            Some(notation) => context.t_args(text::COMMENT_OF, &[&notation]),
            None => context.t(text::COMMENT_ON_START).to_owned(),
        }
    };
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            request_animation_frame(move || {
                let _ = field.focus();
            });
        }
    });
    let store = move |_| {
        if let Some(field) = field.get_untracked() {
            analysis.set_comment(node, &field.value());
        }
    };
    let close = move || analysis.commented_node.set(None);
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        // An input method uses these keys for the characters that it composes.
        if event.is_composing() {
            return;
        }
        let is_done = event.key() == "Escape" || event.key() == "Enter" && event.ctrl_key();
        if is_done {
            event.prevent_default();
            event.stop_propagation();
            store(());
            close();
        }
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        store(());
        close();
    };
    view! {
        <form class="comment-editor offer" on:submit=submit>
            <label><span>{title}</span>
                <textarea name="comment" rows="3" node_ref=field prop:value=written on:change=move |_| store(()) on:keydown=on_key></textarea></label>
            <button type="submit" class="accent" data-do="comment-done">{move || context.t(text::COMMENT_DONE)}</button>
        </form>
    }
}
