// What this browser keeps of fair deals (docs/protocol.md). The engine plays the own part (src/client/fold_fair.c): it
// says what to send, and what to keep of the pledge for the next deal and of the deals that were seen, so that a record
// can be held against them after the game, even after a reload.
const pledgeKey = (code: string): string => `uno.fair.${code}`;
const keptKey = 'uno.kept';
const keptMost = 40;

// A storage that is full or forbidden forgets: then a reload loses what was kept.
function read<T>(key: string, none: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? none;
  } catch {
    return none;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value) localStorage.setItem(key, JSON.stringify(value));
    else localStorage.removeItem(key);
  } catch {
    // It is still known until the page is left.
  }
}

// The pledge for the next deal of a table; '': none.
export const pledgeOf = (code: string): string => String(read<unknown>(pledgeKey(code), ''));
export const keepPledge = (code: string, pledge: string): void => write(pledgeKey(code), pledge);

let remembered: [string, string][] = read<[string, string][]>(keptKey, []); // game, text; the newest last

// What was kept of a game, as `uno verify --kept` and the engine read it; '': nothing.
export const keptOf = (game: string): string =>
  remembered.concat(read<[string, string][]>(keptKey, [])).find(([id]) => id === game)?.[1] ?? '';

export function keep(game: string, text: string): void {
  if (keptOf(game) === text) return;
  const others = read(keptKey, remembered).filter(([id]) => id !== game);
  remembered = [...others, [game, text] as [string, string]].slice(-keptMost);
  write(keptKey, remembered);
}
