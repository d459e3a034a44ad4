// A hint about what is asked now. It stands while the question and its answers stay as they are, even if something else
// happens at the table meanwhile (a window closes, somebody's call comes), and is gone with them.
import type { TableSession } from '../session/session';
import { say } from '../text/learn';

export class Hinting {
  text = $state('');
  private about = $state<string | null>(null);

  constructor(private readonly session: Pick<TableSession, 'options' | 'hint'>) {}

  get stands(): boolean {
    return this.about !== null && this.about === this.matter();
  }

  async ask(): Promise<void> {
    const about = (this.about = this.matter());
    this.text = say('thinking');
    const words = await this.session.hint!();
    if (this.about === about) this.text = words || say('noHint');
  }

  // Were it only hidden, it would come back when the same is asked again.
  forgetThePast(): void {
    if (!this.stands) this.close();
  }

  close(): void {
    this.about = null;
  }

  private matter(): string {
    const { question, moves } = this.session.options ?? { question: '', moves: [] };
    return [question, ...moves.map((move) => move.do)].join('\n');
  }
}
