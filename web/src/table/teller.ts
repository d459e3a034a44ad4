// What a screen reader is told: what happened in a short while and then your question, as one message, so that
// nothing of it is cut off by the next.
import { announce } from '../lib/live.svelte';
import { sentence } from '../lib/text.svelte';

const gather = 120; // ms

export class Teller {
  private told: string[] = [];
  private question = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  tell(sentences: string[]): void {
    this.told.push(...sentences.map(sentence));
    this.soon();
  }

  ask(question: string): void {
    this.question = question;
    this.soon();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private soon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const text = [...this.told, this.question].filter(Boolean).join(' ');
      this.told = [];
      this.question = '';
      if (text) announce(text);
    }, gather);
  }
}
