// The service worker: keeps the whole page in a cache, so that it opens without a network, and shows what the server has
// to tell while no page is open. Built by sw-plugin.ts, which fills in the two names below.
declare const ASSETS: string[]; // every file of the page, "/index.html" among them
declare const VERSION: string; // changes with any of them

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const cacheName = `uno-${VERSION}`;
const patience = 3000; // ms that the network may take to show a page
const kept = new Set(ASSETS);

interface OpenPage {
  readonly url: string;
  focus(): Promise<unknown>;
}

const worker = self as unknown as {
  clients: {
    claim(): Promise<void>;
    matchAll(what: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
};

// What the server tells (docs/protocol.md): structure; the words are here, as no page may be open to say them.
interface Told {
  kind: 'turn' | 'open';
  code: string;
  title: string;
  language: string;
}

const words: Record<string, Record<Told['kind'], string>> = {
  en: { turn: 'It is your turn.', open: 'Your table is open: come and play.' },
  de: { turn: 'Du bist am Zug.', open: 'Dein Tisch ist offen: komm und spiel.' },
};

interface PushedEvent extends WorkerEvent {
  readonly data: { json(): Told } | null;
}

// A browser wants something to be shown for every message; one of the same table replaces the one before.
async function tell(event: PushedEvent): Promise<void> {
  const told = event.data?.json();
  if (!told || !/^[A-Z0-9]+$/.test(told.code)) return;
  const said = words[told.language] ?? words.en;
  const body = said[told.kind] ?? said.turn;
  await worker.registration.showNotification(told.title || 'uno', { body, tag: told.code, data: told.code, icon: '/icon-192.png' });
}

interface ClickedEvent extends WorkerEvent {
  readonly notification: Notification;
}

// To the table: in the page that shows it already, or in a new one.
async function openTable(event: ClickedEvent): Promise<void> {
  event.notification.close();
  const path = `/t/${event.notification.data}`;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  await (there ? there.focus() : worker.clients.openWindow(path));
}

async function keepAll(): Promise<void> {
  await (await caches.open(cacheName)).addAll(ASSETS);
}

// A new version takes over when no page of the old one is open any more; only then the old files go.
async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('uno-') && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

const find = async (path: string): Promise<Response | undefined> => (await caches.open(cacheName)).match(path);

const late = () => new Promise<null>((resolve) => setTimeout(resolve, patience, null));

// A page: as the server has it, unless it is away, slow or in trouble.
async function showPage(request: Request): Promise<Response> {
  const asked = fetch(request).catch(() => null);
  const answer = await Promise.race([asked, late()]);
  if (answer && answer.status < 500) return answer;
  return (await find('/index.html')) ?? (await asked) ?? Response.error();
}

const showFile = async (request: Request, path: string): Promise<Response> => (await find(path)) ?? fetch(request);

function answer(event: RequestEvent): void {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin) return;
  if (/^\/(api|ws|healthz|metrics)(\/|$)/.test(address.pathname)) return;
  if (request.mode === 'navigate') event.respondWith(showPage(request));
  else if (kept.has(address.pathname)) event.respondWith(showFile(request, address.pathname));
}

addEventListener('install', (event) => (event as WorkerEvent).waitUntil(keepAll()));
addEventListener('activate', (event) => (event as WorkerEvent).waitUntil(takeOver()));
addEventListener('push', (event) => (event as PushedEvent).waitUntil(tell(event as PushedEvent)));
addEventListener('notificationclick', (event) => (event as ClickedEvent).waitUntil(openTable(event as ClickedEvent)));
addEventListener('fetch', (event) => answer(event as RequestEvent));

export {};
