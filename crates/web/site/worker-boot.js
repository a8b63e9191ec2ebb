// Messages that come before the engine is up would be lost: they are kept and handed on.
import init from "/worker.js";
const early = [];
self.onmessage = (event) => early.push(event.data);
await init({ module_or_path: "/worker_bg.wasm" });
for (const data of early) self.dispatchEvent(new MessageEvent("message", { data }));
