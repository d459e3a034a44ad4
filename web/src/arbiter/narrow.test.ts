// Narrowing: a part with one possibility is not asked for, and every entry can be reached.
import { describe, expect, it } from 'vitest';
import type { Choice } from './book';
import { ask, isMeeting, type Answer, type Picked } from './narrow';

const play = (card: Choice['card'], seat: string, other?: string): Choice => ({
  line: `${card} ${seat} ${other ?? ''}`.trim(),
  kind: 'play',
  card,
  seat,
  other,
});

function reachable(choices: Choice[], picked: Picked[] = []): string[] {
  const { answers } = ask(choices, picked);
  return answers.flatMap((answer: Answer) => {
    if (answer.whole || !answer.part) return [answer.choice.line];
    return reachable(choices, [...picked, { part: answer.part, value: answer.value }]);
  });
}

describe('narrowing', () => {
  it('asks for card, player and target', () => {
    const choices = [play('+2', 'A', 'B'), play('+2', 'A', 'C'), play('+2', 'B', 'A'), play('block', 'A', 'B')];
    expect(ask(choices, []).part).toBe('card');
    expect(ask(choices, []).answers.map((answer) => answer.value)).toEqual(['block', '+2']);
    expect(ask(choices, [{ part: 'card', value: '+2' }]).part).toBe('seat');
    const last = ask(choices, [{ part: 'card', value: '+2' }, { part: 'seat', value: 'A' }]);
    expect(last.part).toBe('other');
    expect(last.answers.every((answer) => answer.whole)).toBe(true);
    expect(reachable(choices).sort()).toEqual(choices.map((choice) => choice.line).sort());
  });

  it('does not ask for what can only be one thing', () => {
    const choices = [play('+2', 'A', 'B'), play('block', 'A', 'B')];
    expect(ask(choices, []).answers.map((answer) => answer.whole)).toEqual([true, true]);
  });

  it('asks for the card of a single play where a round is open beside it', () => {
    const choices = [play('+2', 'A', 'B')];
    expect(ask(choices, []).part).toBeNull();
    expect(ask(choices, [], 'card').part).toBe('card');
  });

  it('asks about sheds seat by seat', () => {
    const shed = (sheds: string[]): Choice => ({ line: `shed ${sheds}`, kind: 'shed', sheds });
    const choices = [['A', 'B'], ['A'], ['B'], []].map(shed);
    expect(ask(choices, []).part).toBe('shed A');
    expect(ask(choices, [{ part: 'shed A', value: 'no' }]).part).toBe('shed B');
    expect(reachable(choices)).toHaveLength(4);
  });

  it('offers passing beside counters', () => {
    const choices: Choice[] = [
      { line: 'countered +2', kind: 'counter', card: '+2' },
      { line: 'countered +4', kind: 'counter', card: '+4' },
      { line: 'pass', kind: 'pass' },
    ];
    const lines = ask(choices, []).answers.map((answer) => answer.choice.line);
    expect(lines).toEqual(['countered +2', 'countered +4', 'pass']);
  });

  it('asks for both cards of a meeting', () => {
    const meet = (card: Choice['card'], second: Choice['card']): Choice => ({
      line: `${card} meets ${second}`,
      kind: 'meet',
      seat: 'A',
      other: 'B',
      card,
      second,
    });
    const choices = [play('+2', 'A', 'B'), meet('+2', '+2'), meet('+2', 'block'), meet('block', '+2')];
    const [, two] = ask(choices, []).answers;
    expect(isMeeting(two)).toBe(true);
    expect(reachable(choices).sort()).toEqual(choices.map((choice) => choice.line).sort());
  });
});
