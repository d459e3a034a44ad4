// One question at a time: everything that could be entered now is narrowed down part by part, and a part with
// a single possibility is not asked for.
import type { Choice } from './book';

export type Part = 'card' | 'second' | 'seat' | 'choice' | 'other' | 'sort' | `shed ${string}`;
export interface Picked {
  part: Part;
  value: string;
}

// An answer either completes an entry or leads to the next part.
export interface Answer {
  part: Part | null; // null: whole in itself
  value: string;
  choice: Choice; // the entry, or one that agrees with the answer
  whole: boolean;
}

export interface Question {
  part: Part | null;
  first: Choice | null; // an entry that agrees with what was picked
  answers: Answer[];
}

const meeting = 'two';
const cardOrder = ['block', 'reverse', '+2', '+4', 'wild', 'truth', 'dare', meeting];

function partsOf(choice: Choice): Part[] {
  switch (choice.kind) {
    case 'play':
      return ['card', 'seat', 'other'];
    case 'meet':
      return ['card', 'seat', 'second'];
    case 'counter':
      return ['card'];
    case 'name':
      return ['choice', 'other'];
    case 'steal':
      return choice.other ? ['other', 'sort'] : [];
    case 'hit':
      return ['other'];
    case 'challenge':
      return ['seat', 'card'];
    default:
      return [];
  }
}

function valueOf(choice: Choice, part: Part): string {
  if (part.startsWith('shed ')) return choice.sheds?.includes(part.slice(5)) ? 'yes' : 'no';
  if (choice.kind === 'meet') {
    // "Two cards at once" is chosen first, then the card of the one and that of the other.
    if (part === 'card') return meeting;
    if (part === 'seat') return choice.card ?? '';
  }
  return choice[part as 'card' | 'second' | 'seat' | 'choice' | 'other' | 'sort'] ?? '';
}

const agrees = (choice: Choice, picked: Picked[]): boolean =>
  picked.every(({ part, value }) => valueOf(choice, part) === value);

// Sheds are asked seat by seat, of those that some entry lets shed.
function partsOfAll(choices: Choice[]): Part[] {
  const first = choices[0];
  if (first.kind !== 'shed') return partsOf(first);
  const seats = new Set(choices.flatMap((choice) => choice.sheds ?? []));
  return [...seats].sort().map((seat): Part => `shed ${seat}`);
}

const hasParts = (choice: Choice): boolean => choice.kind === 'shed' || partsOf(choice).length > 0;

export function ask(choices: Choice[], picked: Picked[], always: Part | null = null): Question {
  const parted = choices.filter((choice) => hasParts(choice) && agrees(choice, picked));
  const whole = picked.length ? [] : choices.filter((choice) => !hasParts(choice));
  const wholes = whole.map((choice): Answer => ({ part: null, value: '', choice, whole: true }));
  if (!parted.length) return { part: null, first: null, answers: wholes };
  const isOpen = (part: Part): boolean => new Set(parted.map((choice) => valueOf(choice, part))).size > 1;
  const isPicked = (part: Part): boolean => picked.some((had) => had.part === part);
  const next = partsOfAll(parted).find((one) => !isPicked(one) && isOpen(one)) ?? null;
  const part = picked.length ? next : (always ?? next);
  if (!part) {
    const answers = parted.map((choice): Answer => ({ part: null, value: '', choice, whole: true }));
    return { part, first: parted[0], answers: [...answers, ...wholes] };
  }
  const values = [...new Set(parted.map((choice) => valueOf(choice, part)))];
  const answers = values.map((value): Answer => {
    const agreeing = parted.filter((choice) => valueOf(choice, part) === value);
    return { part, value, choice: agreeing[0], whole: agreeing.length === 1 };
  });
  if (part === 'card') answers.sort((a, b) => cardOrder.indexOf(a.value) - cardOrder.indexOf(b.value));
  return { part, first: parted[0], answers: [...answers, ...wholes] };
}

export const isMeeting = (answer: Answer): boolean => answer.part === 'card' && answer.value === meeting;
