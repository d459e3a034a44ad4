// What would follow from an entry of a tournament, in German, by its word (src/tournament/change.def). In English the server's own
// sentence is shown.
const changes: Record<string, string> = {
  entered: '{about} nimmt teil.',
  gone: '{about} nimmt nicht mehr teil.',
  standing: '{about} ist {to}, war {from}.',
  group: '{about} wechselt von {from} zu {to}.',
  card: '{about} beginnt das nächste Duell mit {card}.',
  card_gone: '{about} hält {card} nicht mehr.',
  doomed: 'Dann sind in {about} nur noch {n}: Sie scheiden aus, wenn sich das Fenster schließt.|Dann ist in {about} nur noch eine Person: Sie scheidet aus, wenn sich das Fenster schließt.',
  total: '{about} haben {to} Punkte, hatten {from}.',
  points: '{about}: {to} Punkte, hatte {from}.',
  place: '{about}: Platz {to}, war {from}.',
  opens: '{about} kann gespielt werden.',
  decided: '{about} ist entschieden.',
  reopens: '{about} hat kein Ergebnis mehr.',
  outcome: '{about} endet anders.',
  players: '{about} findet jetzt zwischen anderen statt.',
  vanishes: '{about} wird nicht gespielt.',
  moot: 'Eintrag {about} zählt nicht mehr.',
  counts: 'Eintrag {about} zählt wieder.',
  phase: '{about}',
  wins_phase: '{about} gewinnen die Gruppenphase.',
  champion: '{about} gewinnt das Turnier.',
  uncrowned: '{about} hat das Turnier nicht mehr gewonnen.',
  standing_absent: 'nicht eingetragen',
  standing_in: 'dabei',
  standing_paused: 'in der Pause',
  standing_withdrawn: 'zurückgezogen',
  standing_eliminated: 'ausgeschieden',
};

export default changes;
