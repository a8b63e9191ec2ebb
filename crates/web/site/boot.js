import init from "/web.js";
await init({ module_or_path: "/web_bg.wasm" });
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/service-worker.js")
    .then(() => navigator.serviceWorker.ready)
    .then((registration) => registration.active.postMessage("cache-engine"))
    .catch(() => {});
}
