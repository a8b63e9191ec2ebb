// Messages that arrive before the engine has loaded are queued and dispatched afterwards.
import "/engine-name.js";
const queuedMessages = [];
self.onmessage = (event) => queuedMessages.push(event.data);
const name = self.ENGINE_NAME;
const [engine, response] = await Promise.all([import(`/${name}.js`), fetch(`/${name}_bg.wasm`)]);
await engine.default({ module_or_path: response });
self.postMessage("loaded");
for (const data of queuedMessages) self.dispatchEvent(new MessageEvent("message", { data }));
