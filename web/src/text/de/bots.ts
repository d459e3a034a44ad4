// What each bot is, in German, by its name; in English the engine says it itself. bots.test.ts sees that none is missing.
const bots: Record<string, string> = {
  random: 'spielt irgendeine Karte, die passt',
  rule: 'der bekannte Maßstab: eine ehrliche Farbwahl Zieh Vier, sonst eine Karte, die passt',
  highest: 'Split UNO: bietet immer die höchste Karte',
  greedy: 'spielt gut nach Faustregeln',
  search: 'spielt seine Möglichkeiten in Welten durch, die zu dem passen, was er sieht',
  nemesis: 'Split UNO zu zweit: antwortet auf das, was search wählen würde',
  easy: 'spielt die höchste Karte, hebt Farbwahlen auf und vergisst zu rufen',
  medium: 'spielt nach guten Faustregeln, mit Patzern',
  hard: 'denkt ein wenig voraus und patzt selten',
  expert: 'denkt voraus und patzt nie',
  even: 'spielt so gut, dass es knapp bleibt',
  hoarder: 'hebt Farbwahlen und Aktionskarten bis zum Ende auf',
  hitter: 'legt so früh wie möglich, was wehtut',
  gambler: 'blufft, zweifelt jeden Bluff an und bietet wild',
};

export default bots;
