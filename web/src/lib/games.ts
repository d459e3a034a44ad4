// Games played in this browser, kept in IndexedDB: records as text, newest first. Storage that is full or
// forbidden keeps nothing, and says so by false.
export interface KeptGame {
  id: string; // "local-..."
  at: number; // ms since 1970, of the last change
  ruleset: string; // name, and
  title: string; // what it is called
  names: string[]; // by seat
  you: string; // seat
  level: string;
  finished: boolean;
  won: boolean;
  scores: number[];
  record: string; // docs/notation.md
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('uno', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' }).createIndex('at', 'at');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction('games', mode);
      const request = ask(transaction.objectStore('games'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

export const newGameId = (): string => `local-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

export async function keepGame(game: KeptGame): Promise<boolean> {
  try {
    await run('readwrite', (store) => store.put(game));
    return true;
  } catch {
    return false;
  }
}

export const findGame = (id: string): Promise<KeptGame | undefined> =>
  run<KeptGame | undefined>('readonly', (store) => store.get(id)).catch(() => undefined);

export async function keptGames(): Promise<KeptGame[]> {
  const games = await run<KeptGame[]>('readonly', (store) => store.getAll()).catch(() => []);
  return games.sort((a, b) => b.at - a.at);
}

export const forgetGame = (id: string): Promise<unknown> => run('readwrite', (store) => store.delete(id)).catch(() => undefined);
