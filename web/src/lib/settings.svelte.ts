// What this browser remembers of a person: how things look and sound, and what was played last.
import { lacks } from './lacks.svelte';

const key = 'uno.settings';

function defaults() {
  return {
    theme: 'dark' as 'auto' | 'dark' | 'light',
    language: (globalThis.navigator?.language?.startsWith('de') ? 'de' : 'en') as 'en' | 'de',
    sound: true,
    motion: 'auto' as 'auto' | 'off',
    sort: 'colour' as 'colour' | 'value',
    name: '', // as a guest, and offline
    // Play now
    ruleset: 'official', // a built-in name
    ruleText: '', // rules of one's own instead, or ''
    opponents: 3,
    target: 0, // points to play to; 0: one round
    level: 'medium' as string,
    pace: 900, // ms before a bot moves
    forced: true, // an answer without a choice is given by itself
    buzz: true, // a phone shakes when it is one's turn
  };
}

export type Settings = ReturnType<typeof defaults>;

function read(): Settings {
  const fresh = defaults();
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
    for (const name of Object.keys(fresh) as (keyof Settings)[])
      if (typeof kept[name] === typeof fresh[name]) Object.assign(fresh, { [name]: kept[name] });
  } catch (error) {
    lacks.memory = !(error instanceof SyntaxError); // broken or forbidden: the defaults do
  }
  return fresh;
}

export const settings = $state(read());

export function remember(): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
    lacks.memory = false;
  } catch {
    lacks.memory = true; // full or forbidden
  }
}

export function applyTheme(): void {
  const light = settings.theme === 'light' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', light ? '#f6f1e7' : '#11151a');
}

export function reducedMotion(): boolean {
  return settings.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
