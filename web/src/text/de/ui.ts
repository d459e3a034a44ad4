// Texts that every page shares, in German.
import type { say } from '../ui';

export default {
  skip: 'Zum Inhalt',
  nav: 'Hauptmenü',
  rules: 'Regeln',
  arbiter: 'Echte Karten',
  you: 'Du',
  pageFailed: 'Diese Seite konnte nicht geladen werden: vielleicht bist du offline.',
  reload: 'Neu laden',
  cancel: 'Abbrechen',
  close: 'Schließen',
  save: 'Speichern',
  copy: 'Kopieren',
  copied: 'Kopiert',
  loading: 'Einen Moment',
  needsServer: 'Dafür braucht es einen Server, und gerade ist keiner zu erreichen. Bots, Regeln, Schiedsrichter und Wiederholungen gehen auch ohne.',
  offline: 'Du bist offline. Spiele gegen Bots, die Regeln und der Schiedsrichter gehen wie immer.',
  engineFailed: 'Das Spielwerk dieser Seite ließ sich nicht starten: {why}',
} satisfies Record<keyof typeof say.english, string>;
