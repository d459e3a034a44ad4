// The start: settings, language, routes, the page.
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { otherwise, route, startRouter } from './lib/router.svelte';
import { applyTheme } from './lib/settings.svelte';
import { loadLanguage } from './lib/text.svelte';
import Home from './pages/Home.svelte';
import { letterIfKept } from './ui/type';

route('/', () => Promise.resolve({ default: Home }));
route('/play', () => import('./pages/Play.svelte')); // against bots, in this browser
route('/t/:code', () => import('./pages/TableAt.svelte')); // a table of the server
route('/learn', () => import('./pages/Learn.svelte')); // guided first games
route('/learn/:name', () => import('./pages/Lesson.svelte'));
route('/new', () => import('./pages/NewTable.svelte')); // with friends
route('/tables', () => import('./pages/Tables.svelte')); // open tables
route('/rules', () => import('./pages/Rules.svelte')); // all rulesets
route('/rules/:name', () => import('./pages/Book.svelte')); // a rulebook; "own" with the text in the hash
route('/workshop', () => import('./pages/Workshop.svelte')); // the editor
route('/arbiter', () => import('./pages/Arbiter.svelte')); // real cards
route('/follow/:code', () => import('./pages/Follow.svelte')); // somebody's arbiter, read-only
route('/replay', () => import('./pages/Replay.svelte')); // a record in the hash, or a file
route('/replay/:id', () => import('./pages/Replay.svelte')); // a game of the server, or "local-..."
route('/review/:id', () => import('./pages/Replay.svelte')); // the same, with what each choice was worth
route('/puzzle', () => import('./pages/Puzzle.svelte')); // of today
route('/puzzle/:day', () => import('./pages/Puzzle.svelte'));
route('/history', () => import('./pages/History.svelte')); // games and statistics
route('/leaderboard', () => import('./pages/Leaderboard.svelte'));
route('/players/:id', () => import('./pages/Player.svelte')); // statistics; "me"
route('/you', () => import('./pages/You.svelte')); // name, account, bots
route('/settings', () => import('./pages/Settings.svelte'));
route('/clubs', () => import('./pages/Clubs.svelte'));
route('/clubs/:id', () => import('./pages/Club.svelte'));
route('/join/:invite', () => import('./pages/Clubs.svelte')); // an invitation to a club
route('/events', () => import('./pages/Events.svelte')); // tournaments: all, and a new one
route('/event/:code', () => import('./pages/Event.svelte')); // one of them
route('/event/:code/hall', () => import('./pages/Hall.svelte')); // for a projector
route('/l/:token', () => import('./pages/OpenLink.svelte')); // a link that opens one's seat on this device
route('/about', () => import('./pages/About.svelte')); // how fair, how private, what works offline
otherwise(() => import('./pages/Missing.svelte'));

applyTheme();
letterIfKept();
matchMedia('(prefers-color-scheme: light)').addEventListener('change', applyTheme);
startRouter();
loadLanguage().finally(() => {
  const target = document.getElementById('app')!;
  target.replaceChildren();
  mount(App, { target });
});
