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
  needsServer: 'This needs a server, and none can be reached now. Bots, rules, arbiter and replays work without one.',
  offline: 'You are offline. Games against bots, rules and the arbiter work as usual.',
  engineFailed: 'This page’s engine could not be started: {why}',
});
