import { describe, expect, it } from 'vitest';
import { testEngine } from './engine-for-tests';
import { eventsInOrder, fileName, Lab, verdictOf, type LabFigures, type LabPlan } from './lab';

const plan: LabPlan = {
  rules: 'official',
  against: 'ultimate',
  names: ['official', 'ultimate'],
  players: 3,
  bot: 'greedy',
  games: 60,
  seed: 'evening',
  matches: false,
};

describe('a lab', () => {
  it('adds up what several have counted, in any order', async () => {
    const engine = await testEngine();
    const whole = new Lab(engine, plan);
    whole.play(0, 60);
    const [figures, report] = [whole.figures(), whole.report('part')];
    expect(figures.games).toBe(60);
    const worker = new Lab(engine, plan);
    const counts = [[40, 20], [0, 33], [33, 7]].map(([from, games]) => (worker.play(from, games), worker.take()));
    const gathered = new Lab(engine, plan);
    counts.forEach((part) => gathered.add(part));
    expect(gathered.figures()).toEqual(figures);
    expect(gathered.report('part')).toBe(report);
  });

  it('has no difference where nothing is compared', async () => {
    const lab = new Lab(await testEngine(), { ...plan, against: null, names: ['official'] });
    lab.play(24, 1);
    const { differences, cells } = lab.figures();
    expect(differences).toBeNull();
    expect(cells[0].metrics.turns).toHaveLength(1); // a single game has no interval
  });

  it('says what is wrong with its rules', async () => {
    const engine = await testEngine();
    expect(() => new Lab(engine, { ...plan, rules: 'nothing of that name' })).toThrow();
    expect(() => new Lab(engine, { ...plan, players: 99 })).toThrow();
  });
});

it('calls different only what is', () => {
  expect(verdictOf([2, 1, 3])).toBe('more');
  expect(verdictOf([-2, -3, -1])).toBe('less');
  expect(verdictOf([1, -1, 3])).toBe('unclear');
  expect(verdictOf([1])).toBe('unclear');
  expect(verdictOf([0, 0, 0])).toBe('same');
});

it('lists what differs first, then what is frequent', () => {
  const cell = { metrics: {}, edges: [], longest: 0, events: { drew: [9, 8, 10], hit: [1, 0.9, 1.1], called: [3, 2, 4] } };
  const events = { drew: [0.1, -0.2, 0.3], hit: [0.4, 0.3, 0.5], called: [0, -1, 1] };
  const figures = { games: 9, watched: 9, cells: [cell, cell], differences: { metrics: {}, events } } as unknown as LabFigures;
  expect(eventsInOrder(figures)).toEqual(['hit', 'drew', 'called']);
});

it('names files after titles', () => {
  expect(fileName('Friday rules!')).toBe('friday-rules.ini');
  expect(fileName('…')).toBe('rules.ini');
});
