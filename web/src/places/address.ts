// What people type or paste to get to a table: its code in any spelling, or the whole link.

const codeLetters = /^[2-9A-HJ-NP-Z]{8}$/;
const linkedPages = /^\/(t|join|l|follow|replay)\/[^/]+\/?$/;

// The address inside the app; null: that is neither a code nor a link.
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  if (codeLetters.test(code)) return `/t/${code}`;
  const path = /^(?:https?:\/\/[^/\s]+)?(\/[^\s?#]*)/i.exec(text)?.[1] ?? /^[^/\s]+(\/[^\s?#]*)/.exec(text)?.[1];
  return path && linkedPages.test(path) ? path.replace(/\/$/, '') : null;
}
