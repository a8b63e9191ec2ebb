use leptos::prelude::*;
use yipan_client::LocalizedText;
use yipan_wire::{CreatedRoom, RoomConfig};

use crate::browser::fetch;
use crate::context::AppContext;
use crate::online::auto_join::set_auto_join;

/// Opens a room, or with `pair` finds one of the same pool. Returns its code; the page takes a seat there on arrival.
pub(crate) async fn request_room(
    context: AppContext,
    pair: bool,
    config: &RoomConfig,
) -> Result<String, LocalizedText> {
    let language = context.language.get_untracked();
    let path = if pair { "/api/pair" } else { "/api/rooms" };
    let response = fetch::send("POST", path, config, language).await;
    let created: Result<CreatedRoom, _> = response.and_then(|text| fetch::parse_json(&text, language));
    let CreatedRoom { room, .. } = created.map_err(|error| fetch::error_text(&error, language))?;
    set_auto_join(&room);
    Ok(room)
}
