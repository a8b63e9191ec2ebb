// Messages that arrive before the engine has loaded are queued and dispatched afterwards.
import init from "/worker.js";
const queuedMessages = [];
self.onmessage = (event) => queuedMessages.push(event.data);
await init({ module_or_path: "/worker_bg.wasm" });
self.postMessage("loaded");
for (const data of queuedMessages) self.dispatchEvent(new MessageEvent("message", { data }));
