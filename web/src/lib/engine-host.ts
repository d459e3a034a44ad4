// The module build/wasm/uno.wasm as a thing to ask: texts go into its memory, answers come out as JSON.

export type Value = string | number | bigint;

// What the engine answers instead when something it was given makes no sense. The message can be shown.
export class EngineError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly line: number,
    readonly column: number,
    readonly about: string[] = [],
    readonly fixes: string[] = [],
  ) {
    super(message);
    this.name = 'EngineError';
  }
}

interface Failure {
  error: string;
  message: string;
  line?: number;
  column?: number;
  about?: string[];
  fixes?: string[];
}

const isFailure = (answer: unknown): answer is Failure =>
  typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'string';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Module {
  private readonly memory: WebAssembly.Memory;

  private constructor(private readonly exports: WebAssembly.Exports) {
    const { memory } = exports;
    if (!(memory instanceof WebAssembly.Memory)) throw new Error('This is not the engine: it has no memory.');
    this.memory = memory;
  }

  static async fromBytes(bytes: BufferSource): Promise<Module> {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Module(instance.exports);
  }

  static async fetch(url: string): Promise<Module> {
    const response = await fetch(url).catch(() => null);
    if (!response?.ok) throw new Error('The game could not be loaded. Check the connection and try again.');
    // A server that does not know the type of the file is forgiven.
    if (response.headers.get('content-type') !== 'application/wasm') {
      return Module.fromBytes(await response.arrayBuffer());
    }
    const { instance } = await WebAssembly.instantiateStreaming(response, {});
    return new Module(instance.exports);
  }

  has(call: string): boolean {
    return typeof this.exports[call] === 'function';
  }

  // Calls a function that answers nothing.
  run(call: string, ...values: Value[]): void {
    this.call(call, values);
    this.call('page_clear', []);
  }

  // Calls a function of src/wasm/page.h. Throws an EngineError where it answers one.
  ask<T>(call: string, ...values: Value[]): T {
    const at = this.call(call, values);
    const answer: unknown = JSON.parse(this.textAt(at));
    this.call('page_clear', []);
    if (isFailure(answer)) {
      const { error, message, line = 0, column = 0, about, fixes } = answer;
      throw new EngineError(error, message, line, column, about, fixes);
    }
    return answer as T;
  }

  private call(name: string, values: Value[]): number {
    const called = this.exports[name];
    if (typeof called !== 'function') throw new Error(`The engine has no ${name}.`);
    return Number(called(...values.map((value) => (typeof value === 'string' ? this.room(value) : value))) ?? 0);
  }

  // A text in the module's memory, closed with a zero; one inside it would close it too early.
  private room(text: string): number {
    const bytes = encoder.encode(text.replaceAll('\0', '\uFFFD'));
    const at = this.call('page_room', [bytes.length + 1]);
    if (!at) throw new EngineError('no_memory', 'There is no memory left for this.', 0, 0);
    const room = new Uint8Array(this.memory.buffer, at, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    return at;
  }

  private textAt(at: number): string {
    const bytes = new Uint8Array(this.memory.buffer, at);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}

// Numbered places in the module, each holding what was made of a text. The texts asked for last stay.
export class Places<T> {
  private readonly held = new Map<string, { place: number; value: T }>(); // in the order of their last use

  constructor(
    private readonly count: number,
    private readonly open: (place: number, text: string) => T,
    private readonly close: (place: number) => void = () => {},
  ) {}

  // What the text was made into, opened where it is not any more.
  get(text: string): { place: number; value: T } {
    let entry = this.held.get(text);
    this.held.delete(text);
    if (!entry) {
      const place = this.free();
      entry = { place, value: this.open(place, text) };
    }
    this.held.set(text, entry);
    return entry;
  }

  drop(text: string): void {
    const entry = this.held.get(text);
    if (!entry) return;
    this.held.delete(text);
    this.close(entry.place);
  }

  private free(): number {
    const [oldest] = this.held.keys();
    if (this.held.size >= this.count && oldest !== undefined) this.drop(oldest);
    const taken = new Set([...this.held.values()].map((entry) => entry.place));
    for (let place = 0; ; place++) if (!taken.has(place)) return place;
  }
}
