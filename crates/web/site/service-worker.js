// The page works without a network once it was loaded: what the hall sends is kept, and asked for again when it can be.
const CACHE = "yipan-1";
const START = ["/", "/style.css", "/boot.js", "/web.js", "/web_bg.wasm", "/icon.svg", "/site.webmanifest"];
// The computer is larger than the page: the page asks for it when it is up, so that it can be played offline as well.
const COMPUTER = ["/worker-boot.js", "/worker.js", "/worker_bg.wasm"];
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(START)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});
self.addEventListener("message", (event) => {
  if (event.data !== "computer") return;
  event.waitUntil(caches.open(CACHE).then(async (cache) => {
    const kept = await Promise.all(COMPUTER.map((file) => cache.match(file)));
    if (kept.includes(undefined)) await cache.addAll(COMPUTER);
  }).catch(() => {}));
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/") || ["/ws", "/metrics", "/healthz", "/livez", "/readyz"].includes(url.pathname)) return;
  // Every place in the page starts from the same file.
  const key = url.pathname.split("/").pop().includes(".") ? url.pathname : "/";
  event.respondWith(
    fetch(event.request).then((answer) => {
      if (answer.ok) {
        const copy = answer.clone();
        event.waitUntil(caches.open(CACHE).then((cache) => cache.put(key, copy)));
      }
      return answer;
    }).catch(() => caches.match(key).then((kept) => kept ?? Response.error())),
  );
});
