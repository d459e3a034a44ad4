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
  home: 'Zur Startseite',
  needsServer: 'Dafür braucht es einen Server, und gerade ist keiner zu erreichen. Bots, Regeln, Schiedsrichter und Wiederholungen gehen auch ohne.',
  offline: 'Du bist offline. Spiele gegen Bots, die Regeln und der Schiedsrichter gehen wie immer.',
  noSound: 'Dieser Browser lässt die Seite keine Töne machen.',
  noMemory: 'Dieser Browser merkt sich nichts für die Seite: Was du einstellst, ist vergessen, wenn du gehst.',
  noWasm: 'Dieser Browser kann das Spiel nicht ausführen: Er hat kein WebAssembly, oder es ist abgeschaltet.',
  noSimd: 'Dieser Browser ist zu alt für das Spiel: Seinem WebAssembly fehlt SIMD. Chrome 91, Firefox 89 und Safari 16.4 haben es.',
  engineFailed: 'Das Spielwerk dieser Seite ließ sich nicht starten: {why}',
} satisfies Record<keyof typeof say.english, string>;
