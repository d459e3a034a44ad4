#!/usr/bin/env node
// A bot for any game of uno, in the protocol of docs/bot-protocol.md.
// Run it:  uno arena examples/bot.js random --games 100
const lines = require("readline").createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let cards = {};

// "W:B!" -> "W", "R7>C" -> "R7", "shed Y3" -> "Y3"
const cardOf = (action) => cards[action.split(" ").pop().replace(/[:>!].*$/, "")];

function worth(action, view) {
  const word = action.split(" ")[0], card = cardOf(action);
  if (["refuse", "challenge", "misplay"].includes(word)) return -100; // more risk than this bot likes
  if (word === "call") return 100;
  if (word === "catch") return view.uno.called ? -100 : 100;
  if (view.family === "split") { // Split UNO: bid high, shed low, keep action cards
    if (!card || !card.colour) return 5;
    return word === "shed" ? 10 - card.points : card.points;
  }
  if (!card || word === "keep") return -1; // draw, pass, accept
  const colour = (action.match(/:(.)/) || [null, card.colour])[1];
  const more = view.hand.filter((code) => code !== "W" && code[0] === colour).length; // the colour I have most of
  return (card.colour ? 10 + card.points : 5) + more + (action.endsWith("!") ? 1 : 0); // Wilds last
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "ready", name: "example.js", watch: false });
  if (message.type === "game") cards = Object.fromEntries(message.cards.map((card) => [card.code, card]));
  if (message.type !== "act") return;
  const scored = message.actions.map((action) => ({ action, worth: worth(action, message.view) }));
  const best = scored.reduce((a, b) => (b.worth > a.worth ? b : a));
  if (message.awaited || best.worth > 0) say({ type: "do", action: best.action });
  else say({ type: "wait" });
});
