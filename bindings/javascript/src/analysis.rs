use wasm_bindgen::prelude::wasm_bindgen;

/// The result of a search.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The best action.
    #[wasm_bindgen(js_name = bestMove)]
    pub best_move: String,
    /// The expected continuation, beginning with the best action.
    pub line: Vec<String>,
    /// The score in pawns for the side that moves first; 100 for a mate, undefined where the game is solved.
    pub pawns: Option<f64>,
    /// The assessment in words.
    pub text: String,
}
