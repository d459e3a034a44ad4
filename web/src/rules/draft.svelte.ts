// Rules under work. Every change is kept in this browser at once; the engine says what is wrong with the text.
import { isError, type Engine, type Rules } from '../lib/engine';
import type { Family, OptionRow, Problem, RulesError } from '../lib/types';
import { say } from '../text/rules';
import { placeIn, readRules, setKey, type Entry } from './ini';
import { normal, rowsOf } from './options';
import { keepOwn, nameFrom, newOwnId, type OwnRules } from './own';

export interface Fix {
  option: string;
  value: string;
}

const undoMax = 200;
const undoPause = 800; // ms: what is typed into one field faster than that is taken back together

export class Draft {
  text = $state('');
  name = $state('');
  id = $state(''); // among the own ones; '' until something was changed
  club = $state.raw<OwnRules['club']>();
  storageFull = $state(false);
  rules = $state.raw<Rules>(); // of the last text that made sense
  error = $state.raw<RulesError | null>(null);
  problems = $state.raw<Problem[]>([]); // all of them; without an error, what has no effect
  private past = $state.raw<string[]>([]);
  private lastChange = { at: 0, where: '' };

  readonly read = $derived(readRules(this.text));
  readonly parent = $derived.by(() => this.findParent());
  readonly family = $derived<Family>(this.parent.info.family);
  readonly rows = $derived.by(() => rowsOf(this.engine.optionRows(), this.family));
  readonly grammar = $derived.by(() => this.engine.grammar());
  readonly sentences = $derived.by(() => (this.rules ?? this.parent).sentences());
  readonly mayUndo = $derived(this.past.length > 0);
  readonly changed = $derived(this.rows.filter((row) => this.value(row) !== this.inherited(row)).length);

  constructor(
    readonly engine: Engine,
    from: { text: string; name: string; id?: string; club?: OwnRules['club'] },
    private readonly onkept: (id: string) => void = () => {},
  ) {
    this.name = from.name;
    this.id = from.id ?? '';
    this.club = from.club;
    this.show(from.text);
  }

  // ---- reading ----

  inherited(row: OptionRow): string {
    return this.parent.info.options[row.name] ?? row.default[this.family] ?? '';
  }

  value(row: OptionRow): string {
    const own = this.read.options.get(row.name);
    return own ? normal(row, own.value) : this.inherited(row);
  }

  // What is wrong with an option: it stands on the line of the error, or does not agree with another one.
  problem(row: OptionRow): string {
    if (!this.error) return '';
    const { line, message, about = [] } = this.error;
    const onLine = line > 0 && this.read.options.get(row.name)?.line === line;
    return onLine || about.includes(row.name) ? message : '';
  }

  // What is wrong with the value of a key, and where in the value.
  problemsOf(entry: Entry | undefined): { at: number; message: string }[] {
    return this.problems.flatMap(({ line, column, message, warning }) => {
      const at = warning ? -1 : placeIn(entry, line, column);
      return at < 0 ? [] : [{ at, message }];
    });
  }

  problemOf(entry: Entry | undefined): string {
    return this.problemsOf(entry)[0]?.message ?? '';
  }

  // What is wrong with a section as a whole, said at its heading.
  problemAt(line: number): string {
    return this.problems.find((one) => !one.warning && one.line === line)?.message ?? '';
  }

  // What the engine proposes to mend it.
  get fixes(): Fix[] {
    return (this.error?.fixes ?? []).map((fix) => {
      const [option, value] = fix.split('=');
      return { option, value };
    });
  }

  // ---- changing ----

  // `where` is the field that is being typed into, if it is one.
  change(text: string, where = ''): void {
    if (text === this.text) return;
    const now = Date.now();
    const last = this.lastChange;
    const goesOn = where !== '' && where === last.where && now - last.at < undoPause;
    if (!goesOn) this.past = [...this.past, this.text].slice(-undoMax);
    this.lastChange = { at: now, where };
    this.show(text);
    this.keep();
  }

  undo(): void {
    const text = this.past.at(-1);
    if (text === undefined) return;
    this.past = this.past.slice(0, -1);
    this.lastChange = { at: 0, where: '' };
    this.show(text);
    this.keep();
  }

  setOption(row: OptionRow, value: string): void {
    const same = normal(row, value) === this.inherited(row);
    this.change(setKey(this.text, 'rules', row.name, same ? null : value), row.name);
  }

  // A name that came from the title goes along with it.
  setHead(key: string, value: string): void {
    const title = this.read.head.get('title')?.value ?? '';
    if (key === 'title' && !this.club && this.name === nameFrom(title)) this.name = nameFrom(value);
    this.change(setKey(this.text, 'ruleset', key, value || null), key);
  }

  // Options of the other family, and a family of its own, go when the parent does.
  setParent(name: string): void {
    const parent = this.engine.open(name);
    if (isError(parent)) return;
    const fitting = new Set(rowsOf(this.engine.optionRows(), parent.info.family).map((row) => row.name));
    let text = setKey(setKey(this.text, 'ruleset', 'family', null), 'ruleset', 'extends', name);
    for (const option of this.read.options.keys())
      if (!fitting.has(option)) text = setKey(text, 'rules', option, null);
    this.change(text);
  }

  keep(): void {
    const fresh = !this.id;
    if (fresh) this.id = newOwnId();
    const { id, name, text, club } = this;
    this.storageFull = !keepOwn({ id, at: Date.now(), name, text, club });
    if (fresh && !this.storageFull) this.onkept(id);
  }

  // ---- behind it ----

  private show(text: string): void {
    this.text = text;
    const noRules: RulesError = { line: 0, column: 0, message: say('noSection') };
    const opened = text.includes('[') ? this.engine.open(`${text}\n`) : noRules;
    this.error = isError(opened) ? opened : null;
    if (!isError(opened)) this.rules = opened;
    const found = text.includes('[') ? this.engine.check(`${text}\n`) : [];
    // What keeps a text from being read at all comes first.
    this.problems = this.error && !found.some((one) => !one.warning) ? [{ ...this.error, warning: false }] : found;
  }

  private findParent(): Rules {
    const name = this.read.head.get('extends')?.value;
    const named = name ? this.engine.open(name) : null;
    if (named && !isError(named)) return named;
    const family = this.read.head.get('family')?.value === 'split' ? 'split' : 'classic';
    const plain = this.engine.open(`[ruleset]\ntitle = ${say('plainRules')}\nfamily = ${family}\n`);
    if (isError(plain)) throw new Error(plain.message);
    return plain;
  }
}
