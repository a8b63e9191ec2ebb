use fantoccini::wd::WindowHandle;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::browser_process::BrowserProcess;

/// An isolated context of a browser, as of a private window: cookies, storage, caches and service workers are its own.
///
/// The browser deletes it with all of them when the connection that created it is closed, here by a drop.
pub(super) struct BrowserContext(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl BrowserContext {
    /// Creates a context with an empty page, to which the driver changes.
    pub(super) async fn create(process: &BrowserProcess) -> BrowserContext {
        let (socket, _) = tokio_tungstenite::connect_async(&process.devtools)
            .await
            .expect("the browser accepts connections");
        let mut context = BrowserContext(socket);
        let created =
            context.command(1, "Target.createBrowserContext", json!({ "disposeOnDetach": true })).await;
        let page = json!({
            "url": "about:blank", "browserContextId": created["browserContextId"],
            "newWindow": true, "width": 1280, "height": 900,
        });
        let page = context.command(2, "Target.createTarget", page).await;
        let page = page["targetId"].as_str().expect("a page").to_owned();
        let window = WindowHandle::try_from(page).expect("the driver names windows by their pages");
        process.client.switch_to_window(window).await.expect("the driver knows the page");
        context
    }

    /// Sends a command to the browser itself and returns the answer.
    async fn command(&mut self, id: u32, method: &str, parameters: Value) -> Value {
        let command = json!({ "id": id, "method": method, "params": parameters });
        self.0.send(Message::text(command.to_string())).await.expect("the browser is connected");
        loop {
            let message = self.0.next().await.expect("the browser answers").expect("a message");
            let Ok(answer) = serde_json::from_str::<Value>(message.to_text().unwrap_or_default()) else {
                continue;
            };
            if answer["id"] == id {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }
}
