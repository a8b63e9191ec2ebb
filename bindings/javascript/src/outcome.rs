use wasm_bindgen::prelude::wasm_bindgen;

/// The outcome of a game.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The winner; undefined in a draw.
    pub winner: Option<String>,
    /// The reason, such as `checkmate`.
    pub reason: String,
    /// The result as PGN writes it.
    pub result: String,
}

/// A possible chance event.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct ChanceOutcome {
    /// The event, such as `die knight`.
    pub event: String,
    /// Its probability.
    pub probability: f64,
}
