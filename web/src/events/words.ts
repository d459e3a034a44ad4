// An event in the words of the page's language: the server tells structure, the catalogue has the sentences.
import { translated } from '../lib/text.svelte';
import { say } from '../text/events';
import type { Change, EntryParts, EventState, GameSeat, TitledGame } from './events';

type Key = Parameters<typeof say>[0];

// A word that a newer server may know and this page does not is shown as it is.
const known = (key: string, otherwise: string, values?: Record<string, string | number>): string =>
  say.has(key) ? say(key as Key, values) : otherwise;

// Its picture has a column for each round, and is no bracket.
export const hasRounds = ({ form, numbers }: EventState): boolean =>
  numbers.seats > 2 || !['single', 'double', 'page', 'split'].includes(form);
export const formTitle = (form: string): string => known(`form_${form}`, form);
export const formAbout = (form: string): string => known(`about_${form}`, '');
export const tieTitle = (tie: string): string => known(`tie_${tie}`, tie);
export const tieAbout = (tie: string): string => known(`tieAbout_${tie}`, '');

export function gameTitle(game: TitledGame): string {
  const key = game.last ? 'last' : game.stage === 'round' && game.lower ? 'lower_round' : game.stage;
  return known(`game_${key}`, game.stage, { round: game.round, number: game.number ?? 0 });
}

export function seatName(seat: GameSeat): string {
  if (seat.name) return seat.name;
  return seat.from ? say(seat.loser ? 'loserOf' : 'winnerOf', { game: seat.from }) : say('someone');
}

type Place = NonNullable<EntryParts['places']>[number];

const placeWords = (place: Place): string => place.name + (place.score === undefined ? '' : ` (${place.score})`);

function list(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : say('listAnd', { list: names.slice(0, -1).join(', '), last: names.at(-1)! });
}

// "" where this page does not know such an entry.
export function entryWords(entry: EntryParts): string {
  const { names = [], places = [], moves = [] } = entry;
  const bare = ['pause', 'back'].includes(entry.do) && !names.length; // everybody, not somebody
  const kind = bare || (entry.do === 'open' && !entry.where) ? `${entry.do}_bare` : entry.do;
  return known(`entry_${kind}`, '', {
    n: names.length,
    names: list(names),
    giver: names[0] ?? '',
    taker: names[1] ?? '',
    game: entry.game ? gameTitle(entry.game) : say('goneGame', { id: entry.number ?? 0 }),
    number: entry.number ?? 0,
    places: places.reduce((all, place, i) => all + (i ? say(place.level ? 'placeLevel' : 'placeAfter') : '') + placeWords(place), ''),
    moves: moves.map((move) => say('entryMove', move)).join(', '),
    where: entry.where ?? '',
    card: entry.card ?? '',
  });
}

function aboutOf(change: Change): string {
  const { game } = change;
  if (change.phase) return known(`phase_${change.phase}`, change.phase);
  if (change.entry) return `${change.id} (${entryWords(change.entry)})`;
  if (game) return say('theGame', { id: change.id, title: gameTitle(game), players: game.seats.map(seatName).join(' – ') });
  return change.name ?? say('goneGame', { id: change.id });
}

// The server's own sentence, where the page's language has none of its own.
export function changeWords(change: Change): string {
  const named = (name: string | undefined, number: number) => translated('eventChanges', `standing_${name}`) ?? name ?? number;
  const values = {
    about: aboutOf(change),
    from: named(change.from_name, change.from),
    to: named(change.to_name, change.to),
    card: change.card ?? '',
    n: change.to,
  };
  return translated('eventChanges', change.kind, values) ?? change.words;
}
