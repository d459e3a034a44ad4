// Rulesets kept in this browser: everything that was begun in the workshop, newest first.
const key = 'uno.rulesets';

export interface OwnRules {
  id: string;
  at: number; // ms since 1970, of the last change
  name: string; // for files and clubs: a-z, 0-9 and -
  text: string;
  club?: { id: string; ruleset: string; version: number }; // where it was saved last
}

const isOwn = (one: unknown): one is OwnRules =>
  typeof one === 'object' && one !== null && ['id', 'name', 'text'].every((field) => field in one);

export function ownRules(): OwnRules[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isOwn).sort((a, b) => b.at - a.at) : [];
  } catch {
    return [];
  }
}

export const findOwn = (id: string): OwnRules | undefined => ownRules().find((one) => one.id === id);

function write(all: OwnRules[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

// False: the storage is full or forbidden.
export const keepOwn = (one: OwnRules): boolean => write([one, ...ownRules().filter((other) => other.id !== one.id)]);

export const forgetOwn = (id: string): boolean => write(ownRules().filter((one) => one.id !== id));

export const newOwnId = (): string => Date.now().toString(36) + Math.random().toString(36).slice(2, 6);

// "Thursday UNO!" -> "thursday-uno"
export const nameFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'own-rules';
