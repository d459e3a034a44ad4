// A form on its way to the server: busy, and what was refused, at the field that it is about.
import { ApiError } from '../lib/api';
import { messageOf } from './records';

export class Form<Field extends string> {
  busy = $state(false);
  errors = $state<Partial<Record<Field | 'form', string>>>({});
  done = $state('');

  // `fieldOf`: which field a refusal's code is about; all others concern the form.
  constructor(private readonly fieldOf: Record<string, Field> = {}) {}

  // Runs `work`; says `done` if all went well. What was typed stays where it is.
  async run(work: () => Promise<unknown>, done = ''): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.errors = {};
    this.done = '';
    try {
      await work();
      this.done = done;
      return true;
    } catch (error) {
      const field = error instanceof ApiError ? this.fieldOf[error.code] : undefined;
      this.refuse(field ?? 'form', messageOf(error));
      return false;
    } finally {
      this.busy = false;
    }
  }

  refuse(field: Field | 'form', message: string): void {
    this.errors = { [field]: message } as Partial<Record<Field | 'form', string>>;
  }
}
