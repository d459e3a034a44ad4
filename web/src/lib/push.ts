// Notifications while no page is open: the browser's push service, and the server that may use it (docs/api.md, Notifications).
import { get, post } from './api';
import { beSomebody } from './me.svelte';

// 'none': this server has none; 'lacks': this browser has none; 'denied': the person, or the browser for them, does not
// want any.
export type PushState = 'none' | 'lacks' | 'denied' | 'off' | 'on';

const able = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const serverKey = async (): Promise<string | null> =>
  (await get<{ key: string | null }>('push').catch(() => ({ key: null }))).key;

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

export async function pushState(): Promise<PushState> {
  if (!(await serverKey())) return 'none';
  if (!able()) return 'lacks';
  if (Notification.permission === 'denied') return 'denied';
  return (await subscription()) ? 'on' : 'off';
}

// Asks the person, then the push service, then tells the server.
export async function pushOn(language: string): Promise<PushState> {
  const key = await serverKey();
  if (!able() || !key) return 'none';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  await beSomebody();
  await navigator.serviceWorker.register('/sw.js');
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  await post('push', { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, language });
  return 'on';
}

// Called where somebody signs out, too: what is another's is not told here.
export async function pushOff(): Promise<PushState> {
  if (!able()) return 'none';
  const made = await subscription();
  if (!made) return 'off';
  await post('push/end', { endpoint: made.endpoint }).catch(() => undefined);
  await made.unsubscribe();
  return 'off';
}
