// Network first, cache as fallback: once loaded, the page works offline.
importScripts("/engine-name.js");
const CACHE = "yipan-1";
const SHELL_FILES = ["/", "/style.css", "/boot.js", "/web.js", "/loader.js", "/web_bg.wasm", "/icon.svg", "/site.webmanifest"];
// The engine is larger than the page, so it is not part of the install. The page requests it when it has started.
const ENGINE_FILES = ["/worker-boot.js", "/engine-name.js", `/${ENGINE_NAME}.js`, `/${ENGINE_NAME}_bg.wasm`];
// The build writes the name of the file with the secondary pages.
const PAGES_FILES = ["/split_secondary_pages.wasm"];
// The rules are small, and a player looks them up in the middle of a game.
const RULES_FILES = ["chess", "dice", "fog", "gravity", "portals", "mines", "xiangqi", "liuzichong", "server", "keyboard"]
  .flatMap((topic) => ["en", "zh-Hans", "zh-Hant"].map((language) => `/rules/${topic}.${language}.md`));
// The puzzles are solved offline too.
const PUZZLE_FILES = ["chess", "xiangqi", "liuzichong", "dice"].map((set) => `/puzzles/${set}.txt`);
// So are the courses.
const COURSE_FILES = ["chess", "xiangqi", "liuzichong", "dice", "fog", "gravity", "portals", "mines"].map((topic) => `/courses/${topic}.txt`);
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL_FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
    .then(deleteOldPages)
    .then(() => self.clients.claim()));
});
// The pages of earlier builds have other names, so nothing replaces them.
async function deleteOldPages() {
  const cache = await caches.open(CACHE);
  const paths = (await cache.keys()).map((request) => new URL(request.url).pathname);
  await Promise.all(paths.filter((path) => path.startsWith("/pages-") && !PAGES_FILES.includes(path)).map((path) => cache.delete(path)));
}
self.addEventListener("message", (event) => {
  if (event.data !== "cache-engine") return;
  event.waitUntil(caches.open(CACHE).then(async (cache) => {
    const missing = async (files) => {
      const cached = await Promise.all(files.map((file) => cache.match(file)));
      return files.filter((_, index) => cached[index] === undefined);
    };
    await cache.addAll(await missing([...RULES_FILES, ...PUZZLE_FILES, ...COURSE_FILES, ...PAGES_FILES]));
    if ((await missing(ENGINE_FILES)).length > 0) await cache.addAll(ENGINE_FILES);
  }).catch(() => {}));
});
// A click on a notification shows the page, whose bell has the rest; a game that is played there goes on.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data ?? "/";
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((windows) => {
    const pages = windows.filter((page) => !new URL(page.url).pathname.startsWith("/embed/"));
    const page = pages.find((page) => new URL(page.url).pathname === path) ?? pages[0];
    return page ? page.focus() : self.clients.openWindow(path);
  }));
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/") || ["/ws", "/metrics", "/healthz", "/livez", "/readyz"].includes(url.pathname)) return;
  // An embedded game has its own security policy, which must not become that of the cached document.
  if (url.pathname.startsWith("/embed/")) return;
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
