// Network first, cache as fallback: once loaded, the page works offline.
const CACHE = "yipan-1";
const SHELL_FILES = ["/", "/style.css", "/boot.js", "/web.js", "/web_bg.wasm", "/icon.svg", "/site.webmanifest"];
// The engine is larger than the page, so it is not part of the install. The page requests it when it has started.
const ENGINE_FILES = ["/worker-boot.js", "/worker.js", "/worker_bg.wasm"];
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL_FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});
self.addEventListener("message", (event) => {
  if (event.data !== "cache-engine") return;
  event.waitUntil(caches.open(CACHE).then(async (cache) => {
    const cached = await Promise.all(ENGINE_FILES.map((file) => cache.match(file)));
    if (cached.includes(undefined)) await cache.addAll(ENGINE_FILES);
  }).catch(() => {}));
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/") || ["/ws", "/metrics", "/healthz", "/livez", "/readyz"].includes(url.pathname)) return;
  // Every route of the page is served by the same document.
  const key = url.pathname.split("/").pop().includes(".") ? url.pathname : "/";
  event.respondWith(
    fetch(event.request).then((response) => {
      if (response.ok) {
        const copy = response.clone();
        event.waitUntil(caches.open(CACHE).then((cache) => cache.put(key, copy)));
      }
      return response;
    }).catch(() => caches.match(key).then((cached) => cached ?? Response.error())),
  );
});
