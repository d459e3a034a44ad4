// Where the options stand in a rulebook: the engine says which of them each item of a list tells.
import type { Book } from '../lib/engine';
import type { OptionRow, RulesInfo } from '../lib/types';
import type { Block, Heading, Item } from './markdown';
import { rowsOf } from './options';

export interface Anchors {
  ofItem: Map<Item, string[]>; // the options an item tells
  ruled: Set<string>; // the ids that some item rules
  headingOf: Map<string, string>; // option: the heading where its sentence stands, or those of its section
}

// The part about the cards; where no card does anything special, it has no sentence of an option.
const isAboutCards = (block: Block): block is Heading => block.kind === 'heading' && block.id === 'the-cards';

// `blocks` are those of the book. What a ruleset says about itself comes first, and may be a list of its own.
export function anchorsOf(book: Book, blocks: Block[], info: RulesInfo, rows: OptionRow[]): Anchors {
  const own = rowsOf(rows, info.family);
  const anchors: Anchors = { ofItem: new Map(), ruled: new Set(), headingOf: new Map() };
  const count = blocks.reduce((sum, block) => sum + (block.kind === 'list' ? block.items.length : 0), 0);
  let number = book.items.length - count;
  let heading = '';
  for (const block of blocks) {
    if (block.kind === 'heading') heading = block.id;
    if (block.kind !== 'list') continue;
    for (const item of block.items) {
      const told = book.items[number++];
      const options = (told?.options ?? []).filter((option) => !anchors.headingOf.has(option));
      const rules = (told?.rules ?? []).filter((id) => !anchors.ruled.has(id));
      if (options.length || rules.length) anchors.ofItem.set(item, [...options, ...rules]);
      for (const id of rules) anchors.ruled.add(id);
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
