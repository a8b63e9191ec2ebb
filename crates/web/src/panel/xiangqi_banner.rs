use leptos::prelude::*;
use yipan_core::Side;

use crate::board::RuleMarks;
use crate::context::use_app_context;

/// The warning of a repetition, or the count toward the move limit, on the river of a xiangqi board.
#[component]
pub(crate) fn XiangqiBanner(
    /// The side of the viewer, if they play one.
    #[prop(into)]
    own_side: Signal<Option<Side>>,
) -> impl IntoView {
    let context = use_app_context();
    let marks = use_context::<RuleMarks>();
    let notice = Memo::new(move |_| marks.and_then(|marks| marks.notice.get()));
    let text = move || {
        let language = context.language.get();
        notice.with(|notice| notice.as_ref()?.text(own_side.get(), language))
    };
    let is_warning =
        move || notice.with(|notice| notice.as_ref().is_some_and(yipan_client::XiangqiNotice::is_warning));
    view! {
        <p class="xiangqi-banner" role="status" class:warning=is_warning data-notice="">{text}</p>
    }
}
