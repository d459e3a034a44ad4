// The guided first games: scenarios that the engine plays, and what their rules are called.
export const lessons = {
  uno: { title: 'UNO', rules: 'official', load: () => import('./lessons/uno.txt?raw') },
  split: { title: 'Split UNO', rules: 'split-v3', load: () => import('./lessons/split.txt?raw') },
} as const;

export type LessonName = keyof typeof lessons;

export const isLesson = (name: string): name is LessonName => name in lessons;

// How far somebody came, so that a lesson goes on where it was left.
const key = (name: LessonName): string => `uno.lesson.${name}`;

export function stepKept(name: LessonName): number {
  try {
    const kept = Number(localStorage.getItem(key(name)));
    return Number.isInteger(kept) && kept > 0 ? kept : 0;
  } catch {
    return 0;
  }
}

export function keepStep(name: LessonName, step: number): void {
  try {
    if (step) localStorage.setItem(key(name), String(step));
    else localStorage.removeItem(key(name));
  } catch {
    // A full or forbidden storage forgets: the lesson begins anew.
  }
}
