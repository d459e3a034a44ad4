// Texts that every page shares.
import { catalogue } from '../lib/text.svelte';

export const say = catalogue('ui', {
  skip: 'Skip to the content',
  nav: 'Main',
  rules: 'Rules',
  arbiter: 'Real cards',
  you: 'You',
  pageFailed: 'This page could not be loaded: you may be offline.',
  reload: 'Load again',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'One moment',
  home: 'To the start page',
  needsServer: 'This needs a server, and none can be reached now. Bots, rules, arbiter and replays work without one.',
  offline: 'You are offline. Games against bots, rules and the arbiter work as usual.',
  noSound: 'This browser does not let the page play sound.',
  noMemory: 'This browser does not let the page store anything: what you choose is forgotten when you leave.',
  noWasm: 'This browser cannot run the game: it has no WebAssembly, or it is switched off.',
  noSimd: 'This browser is too old to run the game: its WebAssembly lacks SIMD. Chrome 91, Firefox 89 and Safari 16.4 have it.',
  engineFailed: 'This page’s engine could not be started: {why}',
});
