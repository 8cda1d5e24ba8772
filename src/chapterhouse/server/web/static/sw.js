// Looks after all pages: what is asked of the server goes there; a page that cannot be had is answered by one that says so.
// And it shows that it is one's turn, when the server says so while no page is open.

const KEPT = 'chapterhouse-offline';

// The page and its styles: it must be able to stand alone.
async function keepOffline() {
  const cache = await caches.open(KEPT), page = await fetch('/offline', { cache: 'reload' });
  const styles = [...(await page.clone().text()).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(link => link[1].replaceAll('&amp;', '&'));
  await Promise.all([cache.put('/offline', page), cache.addAll(styles)]);
}

self.addEventListener('install', event => event.waitUntil(keepOffline().then(() => self.skipWaiting())));
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', event => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match('/offline')));
  else if (request.destination === 'style') event.respondWith(fetch(request).catch(async () => await caches.match(request) ?? Response.error()));
});

self.addEventListener('push', event => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, icon: '/static/icon-192.png', badge: '/static/icon-192.png', data: { url } }));
});

// One page of that table is enough.
self.addEventListener('notificationclick', event => {
  event.notification.close();
  const { url } = event.notification.data;
  event.waitUntil((async () => {
    const open = (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).find(page => new URL(page.url).pathname === url);
    return open ? open.focus() : self.clients.openWindow(url);
  })());
});
