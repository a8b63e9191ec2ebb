use yipan_server::{Limits, Rate, Settings};

/// Returns the settings of a node: the defaults, except for its name and the rates, which real time limits.
pub(crate) fn server_settings(node: usize) -> Settings {
    let unlimited = Rate { burst: 1 << 30, rate: 1 << 30 };
    let limits = Limits {
        message_rate: unlimited,
        new_room_rate: unlimited,
        new_guest_rate: unlimited,
        sign_in_rate: unlimited,
        sign_in_rate_per_account: Rate { burst: 1 << 20, rate: 1 << 20 },
        new_account_rate: unlimited,
        new_token_rate: unlimited,
        bad_code_rate: unlimited,
        rename_rate: unlimited,
        read_rate: unlimited,
        join_rate: unlimited,
        new_websocket_rate: unlimited,
        // Fixed, because the default follows the machine.
        engine_threads: 2,
        ..Limits::default()
    };
    Settings { limits, node: Some(format!("node{node}")), ..Settings::default() }
}
