// What a card is called and where it belongs in a hand. The cards themselves come from the engine (RulesInfo.cards).
import { say } from '../text/cards';
import type { CardCode, CardInfo, Colour, RulesInfo } from './types';

export const colours: readonly Colour[] = ['R', 'Y', 'G', 'B'];

interface Place {
  card: CardInfo;
  colour: number; // 0 to 3, 4 for none
  value: number; // cards of the same value and different colours have the same
}

const tables = new WeakMap<RulesInfo, Map<CardCode, Place>>();

// The code without its colour: "x", "+2", "W".
export const plainCode = (card: CardInfo): string => (card.colour ? card.code.slice(1) : card.code);

function placesOf(info: RulesInfo): Map<CardCode, Place> {
  let places = tables.get(info);
  if (places) return places;
  places = new Map();
  const actions = [...new Set(info.cards.filter((card) => card.number === null).map(plainCode))];
  for (const card of info.cards) {
    const colour = card.colour ? colours.indexOf(card.colour) : colours.length;
    places.set(card.code, { card, colour, value: card.number ?? 10 + actions.indexOf(plainCode(card)) });
  }
  tables.set(info, places);
  return places;
}

const unknown = (code: CardCode): Place => ({
  card: { code, name: code, glyph: code, colour: null, count: 0, points: 0, effects: '', number: null, own: true },
  colour: colours.length,
  value: Infinity,
});

const placeOf = (info: RulesInfo, code: CardCode): Place => placesOf(info).get(code) ?? unknown(code);

export const cardOf = (info: RulesInfo, code: CardCode): CardInfo => placeOf(info, code).card;

export const isNumber = (info: RulesInfo, code: CardCode): boolean => cardOf(info, code).number !== null;

export const colourName = (colour: Colour): string => say(colour);

// "Red 5", "Red Skip", "Wild Draw Four"; `within` a sentence "red 5".
export function cardName(info: RulesInfo, code: CardCode, within = false): string {
  const card = cardOf(info, code);
  const key = `${info.family} ${plainCode(card)}`;
  const known = !card.own && say.has(key) && say.english[key] === card.name; // a ruleset may call a Skip otherwise
  const name = known ? say(key) : card.name;
  if (!card.colour) return name;
  return say('coloured', { colour: say(within ? `${card.colour} within` : card.colour), card: name });
}

// What is said of a card that is held: "Red 5, two of them, playable".
export function cardLabel(info: RulesInfo, code: CardCode, playable: boolean, count = 1, fresh = false): string {
  let label = cardName(info, code);
  const several = `of${count}`;
  if (count > 1) label = say(say.has(several) ? several : 'several', { card: label, n: count });
  const { price } = cardOf(info, code);
  if (price) label = say('costs', { card: label, n: price.amount, counter: price.counter });
  if (fresh) label = say('fresh', { card: label });
  return playable ? say('playable', { card: label }) : label;
}

// Compares codes: by colour and then value, or by value and then colour; wilds last.
export function handOrder(info: RulesInfo, by: 'colour' | 'value'): (a: CardCode, b: CardCode) => number {
  const wild = (place: Place) => Number(place.colour === colours.length);
  return (one, other) => {
    const [a, b] = [placeOf(info, one), placeOf(info, other)];
    const colour = a.colour - b.colour;
    const value = wild(a) - wild(b) || a.value - b.value || 0;
    return by === 'colour' ? colour || value : value || colour;
  };
}

export const sortHand = (info: RulesInfo, cards: readonly CardCode[], by: 'colour' | 'value'): CardCode[] =>
  [...cards].sort(handOrder(info, by));
