// Names of cards and colours, and what a hand says of itself.
import { catalogue } from '../lib/text.svelte';

export const say = catalogue('cards', {
  R: 'Red',
  Y: 'Yellow',
  G: 'Green',
  B: 'Blue',
  coloured: '{colour} {card}',
  // Inside a sentence: "red 5"
  'R within': 'red',
  'Y within': 'yellow',
  'G within': 'green',
  'B within': 'blue',
  // The built-in cards, by family and code. A ruleset's own cards keep the name they were given.
  'classic x': 'Skip',
  'classic -': 'Reverse',
  'classic +2': 'Draw Two',
  'classic W': 'Wild',
  'classic W+4': 'Wild Draw Four',
  'split block': 'Block',
  'split reverse': 'Reverse',
  'split +2': '+2',
  'split wild': 'Wild',
  'split +4': '+4',
  'split truth': 'Truth',
  'split dare': 'Dare',
  // Said of a card in a hand.
  several: '{card}, {n} of them',
  of2: '{card}, two of them',
  of3: '{card}, three of them',
  of4: '{card}, four of them',
  playable: '{card}, playable',
  fresh: '{card}, new',
  costs: '{card}, costs {n} {counter}',
  cards: '{n} cards|{n} card',
  sortByColour: 'Sort by colour',
  sortByValue: 'Sort by value',
});
