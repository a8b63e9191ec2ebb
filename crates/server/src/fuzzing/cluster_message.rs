use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cluster::message::announcement::Announcement;
use crate::cluster::message::parcel::{Parcel, split_messages};
use crate::cluster::message::request::{Answer, Request};
use crate::cluster::remote::frame_kind::FrameKind;

/// Parses any bytes as one of the messages between nodes, selected by the first byte. What is accepted must round-trip.
pub fn cluster_message(bytes: &[u8]) {
    let Some((kind, text)) = bytes.split_first() else { return };
    match kind % 4 {
        0 => check_json::<Announcement>(text),
        1 => check_json::<Request>(text),
        2 => check_json::<Answer>(text),
        _ => check_parcel(text),
    }
}

fn check_json<T: Serialize + DeserializeOwned>(text: &[u8]) {
    let Ok(message) = serde_json::from_slice::<T>(text) else { return };
    let write = |message: &T| serde_json::to_string(message).expect("a message is serializable");
    let written = write(&message);
    let again = serde_json::from_str(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(write(&again), written);
}

fn check_parcel(text: &[u8]) {
    let Some(parcel) = Parcel::parse(text) else { return };
    let encode = |parcel: &Parcel| parcel.encode().expect("a parcel is serializable");
    let encoded = encode(&parcel);
    let again = Parcel::parse(&encoded).expect("an encoded parcel can be parsed");
    assert_eq!(encode(&again), encoded);
    assert_eq!(again.messages, parcel.messages);
    let parts: Vec<Arc<str>> = split_messages(&parcel.messages).concat();
    assert_eq!(parts, parcel.messages);
    for message in &parcel.messages {
        let _ = FrameKind::of(message);
    }
}
