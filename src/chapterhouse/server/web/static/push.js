// Being told by the server that it is one's turn, when no page is open.

import { ask } from './house.js';

const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));

// Whether this browser will be told; false where it cannot, or the server does not.
export async function subscribe() {
  if (!navigator.serviceWorker || !window.PushManager) return false;
  try {
    const { key } = await ask('/api/push');
    if (!key) return false;
    const { pushManager } = await navigator.serviceWorker.ready;
    const own = await pushManager.getSubscription() ?? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    const { endpoint, keys } = own.toJSON();
    await ask('/api/push', { endpoint, keys });
    return true;
  } catch { return false; }
}
