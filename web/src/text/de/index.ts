// German, all areas; what rulesets are called; and the engine's sentences.
import titles from '@engine/german-titles.json';
import about from './about';
import after from './after';
import arbiter from './arbiter';
import bots from './bots';
import cards from './cards';
import eventChanges from './event-changes';
import eventRefusals from './event-refusals';
import events from './events';
import home from './home';
import learn from './learn';
import places from './places';
import play from './play';
import program from './program';
import refusals, { ofRequests as requestRefusals } from './refusals';
import review from './review';
import rules from './rules';
import stats from './stats';
import table from './table';
import ui from './ui';
import you from './you';

export { default as spoken } from '@engine/german.txt?raw';

export default { about, after, arbiter, bots, cards, eventChanges, eventRefusals, events, home, learn, places, play, program, refusals, requestRefusals, review, rules, stats, table, titles, ui, you };
