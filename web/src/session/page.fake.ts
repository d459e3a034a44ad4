// For tests: just enough of a page to import what lives in one. Import it first.
export const listeners = new Map<string, Set<() => void>>();

const events = {
  addEventListener(name: string, listener: () => void) {
    listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
  },
  removeEventListener: (name: string, listener: () => void) => void listeners.get(name)?.delete(listener),
};

export const happen = (name: string): void => listeners.get(name)?.forEach((listener) => listener());

export const browser = { language: 'en', onLine: true };

for (const [name, value] of Object.entries({
  ...events,
  document: { visibilityState: 'visible', documentElement: {}, ...events },
  location: { protocol: 'http:', host: 'localhost', pathname: '/', search: '', hash: '' },
  navigator: browser,
}))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

// The other end of a WebSocket, in the hands of the test.
export class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;

  constructor() {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.all[FakeSocket.all.length - 1];
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.();
    this.say({ t: 'hello', protocol: 'uno.1', user: { id: '1', name: 'Ada', kind: 'guest' } });
  }

  say(...messages: object[]): void {
    this.onmessage?.({ data: messages.map((message) => JSON.stringify(message)).join('\n') });
  }

  breaks(code = 1006): void {
    this.onclose?.({ code });
  }

  of(kind: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.t === kind);
  }
}

export const dial = (): WebSocket => new FakeSocket() as unknown as WebSocket;
