// Letting the others follow (docs/api.md, "Following an arbiter"): the log of the current game goes to the server
// after every entry, and again when the server has forgotten it.
import { ApiError, get, post, put } from '../lib/api';
import { beSomebody } from '../lib/me.svelte';

interface Kept {
  code: string;
  key: string;
  link: string;
  seq: number;
}

const storage = 'uno.arbiter.follow';
const lookEvery = 20_000; // ms: does the server still know it?
const retryAfter = 4_000;

function read(): Kept | null {
  try {
    const { code, key, link, seq = 0 }: Partial<Kept> = JSON.parse(localStorage.getItem(storage) ?? '{}');
    return code && key && link ? { code, key, link, seq } : null;
  } catch {
    return null;
  }
}

class Publisher {
  kept = $state.raw<Kept | null>(read());
  waiting = $state(false); // the server has not got the newest yet
  trouble = $state('');
  private log = '';
  private busy = false;
  private again = false;
  private timer = 0;

  private remember(kept: Kept | null): void {
    this.kept = kept;
    try {
      if (kept) localStorage.setItem(storage, JSON.stringify(kept));
      else localStorage.removeItem(storage);
    } catch {
      // Then the link ends with the page.
    }
  }

  async start(log: string): Promise<void> {
    this.trouble = '';
    try {
      await beSomebody();
      const made = await post<{ code: string; key: string; link: string }>('follow');
      this.remember({ ...made, seq: 0 });
      this.publish(log);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  async stop(): Promise<void> {
    const { kept } = this;
    this.remember(null);
    this.waiting = false;
    clearTimeout(this.timer);
    if (kept) await put(`follow/${kept.code}`, { key: kept.key, seq: kept.seq + 1, log: '' }).catch(() => undefined);
  }

  // The newest log of the current game.
  publish(log: string): void {
    if (!this.kept || log === this.log) return;
    this.log = log;
    this.waiting = true;
    void this.send();
  }

  // While the page is open: looks now and then whether the server still has it.
  watch(): () => void {
    const ticking = setInterval(() => void this.look(), lookEvery);
    const online = () => void this.send();
    addEventListener('online', online);
    return () => {
      clearInterval(ticking);
      clearTimeout(this.timer);
      removeEventListener('online', online);
    };
  }

  private async look(): Promise<void> {
    const { kept } = this;
    if (!kept || this.waiting || !this.log) return;
    try {
      await get(`follow/${kept.code}?since=${kept.seq}`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) return;
      this.waiting = true;
      await this.send();
    }
  }

  private async send(): Promise<void> {
    if (this.busy) this.again = true;
    if (this.busy || !this.kept || !this.waiting) return;
    this.busy = true;
    clearTimeout(this.timer);
    const { kept, log } = this;
    const seq = kept.seq + 1;
    try {
      this.remember({ ...kept, seq });
      await put(`follow/${kept.code}`, { key: kept.key, seq, log });
      this.waiting = this.log !== log;
      this.trouble = '';
    } catch (error) {
      await this.failed(error, kept);
    }
    this.busy = false;
    if (this.again) {
      this.again = false;
      void this.send();
    }
  }

  private async failed(error: unknown, kept: Kept): Promise<void> {
    if (this.kept?.code !== kept.code) return; // it was stopped meanwhile
    if (error instanceof ApiError && error.code === 'old') {
      // Another tab published meanwhile: this one goes on behind it.
      const { seq } = await get<{ seq: number }>(`follow/${kept.code}`).catch(() => ({ seq: kept.seq + 1 }));
      this.remember({ ...kept, seq });
      this.again = true;
      return;
    }
    if (error instanceof ApiError && error.code !== 'unreachable' && error.status < 500 && error.status !== 429) {
      this.trouble = error.message;
      this.waiting = false;
      return;
    }
    this.timer = window.setTimeout(() => void this.send(), retryAfter);
  }
}

export const publisher = new Publisher();
