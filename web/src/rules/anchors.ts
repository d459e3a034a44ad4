// Where the options stand in a rulebook: the sentence of an option's value is an item of the book.
import type { OptionRow, RulesInfo } from '../lib/types';
import type { Block, Heading } from './markdown';
import { rowsOf, sentenceOf } from './options';

export interface Anchors {
  ofItem: Map<string, string[]>; // the text of an item: the options it tells
  headingOf: Map<string, string>; // option: the heading where its sentence stands, or those of its section
}

// The part about the cards; where no card does anything special, it has no sentence of an option.
const isAboutCards = (block: Block): block is Heading => block.kind === 'heading' && block.id === 'the-cards';

const players = /^The game is for .* players\.$/;

export function anchorsOf(blocks: Block[], info: RulesInfo, rows: OptionRow[]): Anchors {
  const own = rowsOf(rows, info.family);
  const bySentence = new Map<string, string[]>();
  for (const row of own) {
    const sentence = sentenceOf(row, info.options[row.name] ?? '');
    if (sentence) bySentence.set(sentence, [...(bySentence.get(sentence) ?? []), row.name]);
  }
  const anchors: Anchors = { ofItem: new Map(), headingOf: new Map() };
  let heading = '';
  for (const block of blocks) {
    if (block.kind === 'heading') heading = block.id;
    if (block.kind !== 'list') continue;
    for (const { text } of block.items) {
      const options = players.test(text) ? ['min_players', 'max_players'] : bySentence.get(text);
      if (!options || anchors.ofItem.has(text)) continue;
      anchors.ofItem.set(text, options);
      for (const option of options) anchors.headingOf.set(option, heading);
    }
  }
  // What the book does not speak about at this value is looked for among its like.
  for (const row of own) {
    if (anchors.headingOf.has(row.name)) continue;
    const like = own.find((other) => other.section === row.section && anchors.headingOf.has(other.name));
    const part = like ? anchors.headingOf.get(like.name) : blocks.find(isAboutCards)?.id;
    if (part) anchors.headingOf.set(row.name, part);
  }
  return anchors;
}
