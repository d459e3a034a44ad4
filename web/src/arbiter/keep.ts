// What this browser keeps of the arbiter: the log of the book, and the names that play.
const logKey = 'uno.arbiter';
const badKey = 'uno.arbiter.bad';
const namesKey = 'uno.arbiter.names';
const vibrateKey = 'uno.arbiter.vibrate';
const mostNames = 24;

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

// False: it was not kept.
function write(key: string, text: string): boolean {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

export const keptLog = (): string => read(logKey);
export const keepLog = (log: string): boolean => write(logKey, log);

// A log that cannot be read is put aside, never thrown away.
export const keptBadLog = (): string => read(badKey);
export const putAside = (log: string): boolean => write(badKey, log);

export const wantsVibration = (): boolean => read(vibrateKey) !== 'off';
export const keepVibration = (on: boolean): boolean => write(vibrateKey, on ? '' : 'off');

// Calls back when another tab has changed the log.
export function watchLog(changed: (log: string) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === logKey) changed(event.newValue ?? '');
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

// Everybody who has played at this phone, those who played last first.
export function keptNames(): string[] {
  try {
    const names: unknown = JSON.parse(read(namesKey) || '[]');
    return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export function keepNames(names: string[]): void {
  const known = keptNames().filter((name) => !names.includes(name));
  write(namesKey, JSON.stringify([...names, ...known].slice(0, mostNames)));
}
