// What a card does, as text in a ruleset ("skip, roll 4: draw 2 else take 2") and as pieces for the builder.

export const plainKinds = [
  'draw', 'skip', 'reverse', 'swap', 'rotate', 'reflect', 'take', 'all', 'again',
] as const;
export type PlainKind = (typeof plainKinds)[number];

export interface Plain {
  kind: PlainKind | 'nothing';
  n: number;
}

export interface Roll {
  kind: 'roll';
  n: number;
  then: Plain;
  otherwise: Plain;
}

export type Effect = Plain | Roll;

// The least and the most of the number behind a kind; those without one are missing.
export const bounds: Partial<Record<Effect['kind'], [number, number]>> = {
  draw: [1, 12],
  skip: [1, 9],
  take: [1, 12],
  all: [1, 12],
  roll: [2, 6],
};

const isPlain = (word: string): word is PlainKind => (plainKinds as readonly string[]).includes(word);

function readPlain(text: string): Plain | null {
  const [, word, digits] = /^([a-z]+)(?:\s+(\d+))?$/.exec(text.trim()) ?? [];
  if (word === 'nothing' && digits === undefined) return { kind: 'nothing', n: 0 };
  if (!word || !isPlain(word)) return null;
  if (!bounds[word]) return digits === undefined ? { kind: word, n: 0 } : null;
  if (digits === undefined) return word === 'skip' ? { kind: word, n: 1 } : null;
  return { kind: word, n: Number(digits) };
}

function readEffect(text: string): Effect | null {
  const roll = /^\s*roll\s+(\d+)\s*:(.*)$/.exec(text);
  if (!roll) {
    const plain = readPlain(text);
    return plain?.kind === 'nothing' ? null : plain;
  }
  const [first, second = 'nothing'] = roll[2].split(/\selse\s/);
  const then = readPlain(first);
  const otherwise = readPlain(second);
  return then && otherwise ? { kind: 'roll', n: Number(roll[1]), then, otherwise } : null;
}

// Null: not something the builder can show.
export function readEffects(text: string): Effect[] | null {
  if (!text.trim()) return [];
  const effects = text.split(',').map(readEffect);
  return effects.every((effect) => effect !== null) ? effects : null;
}

const writePlain = ({ kind, n }: Plain): string => (bounds[kind] ? `${kind} ${n}` : kind);

export function writeEffects(effects: Effect[]): string {
  return effects
    .map((effect) => {
      if (effect.kind !== 'roll') return writePlain(effect);
      const otherwise = effect.otherwise.kind === 'nothing' ? '' : ` else ${writePlain(effect.otherwise)}`;
      return `roll ${effect.n}: ${writePlain(effect.then)}${otherwise}`;
    })
    .join(', ');
}
