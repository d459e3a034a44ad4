// The page without a network: is there one, the worker that keeps the page, and installing it as an app.

interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

export const network = $state<{ online: boolean; install: InstallPrompt | null }>({
  online: navigator.onLine,
  install: null,
});

// When the browser has nothing better to do; where it cannot say so, soon.
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 5000 });
  else setTimeout(task, 1000);
}

function keepPage(): void {
  // Without it the page still works, only not without the network.
  whenIdle(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}

// Keeping the page means fetching all of it. Whoever only looks at the first page is spared that.
function keepPageOnceUsed(): void {
  if (navigator.serviceWorker.controller || location.pathname !== '/') return keepPage();
  for (const use of ['click', 'keydown']) addEventListener(use, keepPage, { once: true });
}

// Called once, by the frame of the page.
export function startOffline(): void {
  const look = () => (network.online = navigator.onLine);
  addEventListener('online', look);
  addEventListener('offline', look);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    network.install = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => (network.install = null));
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') keepPageOnceUsed();
  else addEventListener('load', keepPageOnceUsed, { once: true });
}

export async function install(): Promise<void> {
  await network.install?.prompt();
  network.install = null; // a prompt is good once
}
