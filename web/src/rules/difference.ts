// What changes from one ruleset to another, taken from the engine's text: a title, what went, what came.

export interface Change {
  name: string; // an option, or a card
  from: string;
  to: string;
  was: string[]; // sentences
  is: string[];
}

export interface Difference {
  note: string; // of two families
  changes: Change[];
}

export function readDifference(text: string): Difference {
  const difference: Difference = { note: '', changes: [] };
  let sentences: string[] = [];
  for (const line of text.split('\n').slice(1)) {
    const title = /^(\S.*?): (.*) -> (.*)$/.exec(line);
    const side = /^ {2}([-+]) (.*)$/.exec(line);
    const change = difference.changes.at(-1);
    if (title) difference.changes.push({ name: title[1], from: title[2], to: title[3], was: [], is: [] });
    else if (side && change) {
      sentences = side[1] === '-' ? change.was : change.is;
      sentences.push(side[2]);
    } else if (line.startsWith('    ') && sentences.length) sentences[sentences.length - 1] += ` ${line.trim()}`;
    else if (line.trim() && !change) difference.note = line.trim();
  }
  return difference;
}
