// Looks after all pages: what is asked of the server goes there; a page that cannot be had is answered by one that says so.

const KEPT = 'chapterhouse-offline';

self.addEventListener('install', event => {
  event.waitUntil(caches.open(KEPT).then(cache => cache.add(new Request('/offline', { cache: 'reload' }))).then(() => self.skipWaiting()));
});
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', event => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return;
  event.respondWith(fetch(event.request).catch(() => caches.match('/offline')));
});
