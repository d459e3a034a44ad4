// Which rules an address means: a built-in name, a club's, those kept in this browser, or a text in the address.
import { isError, type Engine, type Rules } from '../lib/engine';
import { settings } from '../lib/settings.svelte';
import { pack, unpack } from '../lib/share';
import { say } from '../text/rules';
import { clubPlace, clubRuleset } from './clubs';
import { findOwn } from './own';

export interface Found {
  rules: Rules;
  source: string; // the text, or the built-in name
  change: string; // where it is changed
}

async function textOf(name: string, query: URLSearchParams, packed: string): Promise<[string, string]> {
  if (name === 'club') {
    const place = clubPlace(query.get('of') ?? '');
    if (!place) throw new Error(say('badClubAddress'));
    return [(await clubRuleset(place.club, place.name)).text, `/workshop?club=${place.club}/${place.name}`];
  }
  if (packed) {
    const text = await unpack(packed).catch(() => {
      throw new Error(say('badLink'));
    });
    return [text, `/workshop#text=${packed}`];
  }
  const kept = query.get('kept');
  if (kept) {
    const own = findOwn(kept);
    if (!own) throw new Error(say('notKept'));
    return [own.text, `/workshop?own=${kept}`];
  }
  if (!settings.ruleText) throw new Error(say('noOwn'));
  return [settings.ruleText, `/workshop#text=${await pack(settings.ruleText)}`];
}

// Fails with an Error whose message can be shown.
export async function findRules(engine: Engine, name: string, query: string, packed: string): Promise<Found> {
  const builtin = engine.rulesets().some((one) => one.name === name);
  const [source, change] = builtin
    ? [name, `/workshop?from=${name}`]
    : name === 'own' || name === 'club'
      ? await textOf(name, new URLSearchParams(query), packed)
      : ['', ''];
  if (!source) throw new Error(say('noSuchRules', { name }));
  const rules = engine.open(source);
  if (isError(rules)) throw new Error(say('brokenRules', { line: rules.line, message: rules.message }));
  return { rules, source, change };
}
