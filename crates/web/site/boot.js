// The language and the colors of the static page: the stored choice, otherwise the browser's.
const root = document.documentElement;
let settings = {};
try {
  settings = JSON.parse(localStorage.getItem("yipan.settings")) ?? {};
} catch { /* Without storage the defaults apply. */ }
const tag = (settings.language || navigator.language || "").toLowerCase();
root.lang = !tag.startsWith("zh") ? "en" : /hant|tw|hk|mo/.test(tag) ? "zh-Hant" : "zh-Hans";
root.dataset.theme = settings.theme ?? "auto";

const boot = document.getElementById("boot");
const bar = boot.querySelector("progress");

// The length in the header is that of the compressed file; the program is about four times as long.
const EXPANSION = 4;

// The bytes are counted on a copy, because the browser keeps the compiled code of an untouched response.
async function showProgress(response) {
  const length = Number(response.headers.get("content-length")) || 0;
  const factor = response.headers.get("content-encoding") ? EXPANSION : 1;
  const reader = response.body.getReader();
  let received = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    received += part.value.length;
    bar.value = length ? Math.min(received / (length * factor), 1) : 0.5;
  }
}

async function start() {
  const [web, response] = await Promise.all([import("/web.js"), fetch("/web_bg.wasm")]);
  showProgress(response.clone()).catch(() => {});
  await web.default({ module_or_path: response });
  boot.remove();
}

start().then(() => {
  // A frame of another site has a storage of its own, which is not worth filling.
  if ("serviceWorker" in navigator && !location.pathname.startsWith("/embed/")) {
    navigator.serviceWorker.register("/service-worker.js")
      .then(() => navigator.serviceWorker.ready)
      .then((registration) => registration.active.postMessage("cache-engine"))
      .catch(() => {});
  }
}, (error) => {
  boot.classList.add("failed");
  throw error;
});
