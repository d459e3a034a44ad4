// The catalogue of texts. Each area of the page has its English in text/AREA.ts; other languages are loaded
// when they are chosen, and every key that English has must be there (the types see to it).
import { settings } from './settings.svelte';
import { spoken } from './spoken';

export type Values = Record<string, string | number>;
export type Texts = Record<string, string>;

const loaded = $state<{ language: string; areas: Record<string, Texts>; spoken: string; rules: string }>({
  language: 'en',
  areas: {},
  spoken: '',
  rules: '',
});
let rulesWanted = false; // somebody has read a rulebook, or is about to
spoken.words = () => loaded.spoken;
spoken.rules = () => loaded.rules;
spoken.fetchRules = async () => {
  rulesWanted = true;
  loaded.rules = await rulesIn(loaded.language);
};

// The sentences of rulebooks; a language without them, or with none to be had now, leaves books in English.
async function rulesIn(language: string): Promise<string> {
  if (language !== 'de') return '';
  return import('@engine/german-rules.txt?raw').then(
    ({ default: words }) => words,
    () => '',
  );
}

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

// "{n} cards|{n} card": the part behind the bar is for one.
function fill(text: string, values?: Values): string {
  if (!values) return text;
  const [many, one] = text.split('|');
  return (one !== undefined && values.n === 1 ? one : many).replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  );
}

// With its full stop, where it does not end in a mark of its own ("calls UNO!").
export const sentence = (told: string): string => (/[.!?]$/.test(told) ? told : `${told}.`);

export function catalogue<K extends string>(area: string, english: Record<K, string>) {
  const say = (key: K, values?: Values): string => fill(loaded.areas[area]?.[key] ?? english[key], values);
  say.has = (key: string): key is K => key in english;
  say.english = english;
  return say;
}

// What only other languages have a sentence for; undefined: English is spoken, or there is none.
export function translated(area: string, key: string, values?: Values): string | undefined {
  const words = loaded.areas[area]?.[key];
  return words === undefined ? words : fill(words, values);
}

// Called once at the start and whenever the language changes.
export async function loadLanguage(): Promise<void> {
  const language = settings.language;
  const german = language === 'de' ? await import('../text/de') : null;
  const rules = rulesWanted ? await rulesIn(language) : '';
  loaded.language = language;
  loaded.areas = german?.default ?? {};
  loaded.spoken = german?.spoken ?? '';
  loaded.rules = rules;
  document.documentElement.lang = language;
}

export const language = (): string => loaded.language;

export function number(value: number, digits = 0): string {
  return value.toLocaleString(loaded.language, { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

export function date(ms: number): string {
  return new Date(ms).toLocaleString(loaded.language, { dateStyle: 'medium', timeStyle: 'short' });
}
