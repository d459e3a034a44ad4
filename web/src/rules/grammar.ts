// What programs are made of (page_grammar() in src/wasm/page.h): every choice that the form offers comes from here.

export interface StepRow {
  word: string;
  parts: ('amount' | 'cards' | 'player' | 'counter' | 'colour' | 'all' | 'needed' | 'one')[];
  by: string; // what stands before its player
  in: number; // by the places of Grammar
}

export interface PlayerRow {
  word: string;
  label: string;
  several: boolean;
  needs: '' | 'each' | 'choose player';
  in: number;
}

export interface AmountRow {
  word: string;
  form: 'number' | 'word' | 'counter' | 'name';
  of: boolean;
  in: number;
}

export interface Grammar {
  places: string[];
  moments: { word: string; label: string; doer: string }[];
  doers: { laid: string };
  players: PlayerRow[];
  steps: StepRow[];
  effects: { word: string; low: number; high: number }[];
  blocks: string[];
  amounts: AmountRow[];
  scales: string[];
  tests: string[];
  colours: string[];
  kinds: { word: string; label: string }[];
  keys: { card: string[]; counter: string[]; switches: string[]; deck: string[] }; // switches: keys of counters that are on or off
  stays: string[];
  wild: string[];
  most: Record<
    'count' | 'points' | 'counter' | 'counters' | 'hand' | 'turns' | 'whens' | 'repeat' | 'options',
    number
  >;
}

// Where a program stands: "laid", "drawn", "second", "answer", "rule turn", "card turn"...
export type ProgramPlace = string;

export const stands = (grammar: Grammar, row: { in: number }, place: ProgramPlace): boolean =>
  (row.in >> grammar.places.indexOf(place) & 1) === 1;

// Steps without a block in them. What only a card without a program can do (effects) has rows made up from those.
export function stepRow(grammar: Grammar, word: string): StepRow | undefined {
  const row = grammar.steps.find((one) => one.word === word);
  if (row) return row;
  const effect = grammar.effects.find((one) => one.word === word);
  if (!effect || (word !== 'all' && grammar.blocks.includes(word))) return undefined;
  const laid = 1 << grammar.places.indexOf('laid');
  return { word, parts: effect.high ? ['amount'] : [], by: '', in: word === 'all' ? -1 : laid };
}

export const plainWords = (grammar: Grammar, place: ProgramPlace): string[] => {
  const words = [...grammar.steps, ...grammar.effects].map(({ word }) => word);
  return [...new Set(words)].filter((word) => {
    const row = stepRow(grammar, word);
    return row && stands(grammar, row, place);
  });
};

// The blocks that a form can add; `choose` stands for three things.
export const blockWords = (grammar: Grammar): string[] =>
  grammar.blocks.flatMap((word) => (word === 'all' ? [] : word === 'choose' ? [word, ...chooseWords] : [word]));

export const chooseWords = ['choose player', 'choose colour'];
