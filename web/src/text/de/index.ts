// German, all areas; and the engine's sentences.
import about from './about';
import after from './after';
import arbiter from './arbiter';
import cards from './cards';
import events from './events';
import home from './home';
import learn from './learn';
import places from './places';
import play from './play';
import refusals from './refusals';
import review from './review';
import rules from './rules';
import stats from './stats';
import table from './table';
import ui from './ui';
import you from './you';

export { default as spoken } from '@engine/german.txt?raw';

export default { about, after, arbiter, cards, events, home, learn, places, play, refusals, review, rules, stats, table, ui, you };
