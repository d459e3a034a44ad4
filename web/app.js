// The page that comes with the server: find a table, sit down, play. What may be done is asked of the server (`ask`),
// so that this page knows no rule of its own.
const main = document.getElementById("main"), notice = document.getElementById("notice"), live = document.getElementById("live");
const shapes = { R: "\u25cf", Y: "\u2605", G: "\u25b2", B: "\u25a0" };
let user = null, socket = null, table = null, view = null, order = [], you = null, q = 0, here = [], asked = null, story = [], choice = null, over = null, pause = 500;
const code = () => (location.pathname.match(/^\/t\/([\w-]+)/) || [])[1];

function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) key.startsWith("on") ? node.addEventListener(key.slice(2), value) : value === true ? node.setAttribute(key, "") : value !== false && value != null && node.setAttribute(key, value);
  node.append(...children.flat().filter((child) => child != null && child !== false));
  return node;
}
const button = (words, press, attributes = {}) => el("button", { type: "button", onclick: press, ...attributes }, words);

function tell(words) { notice.hidden = !words; notice.textContent = words || ""; }
async function api(method, path, body) {
  const answer = await fetch(path, { method, headers: body ? { "content-type": "application/json" } : {}, body: body && JSON.stringify(body) });
  const json = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(json.message || "The server did not answer.");
  return json;
}
const attempt = (work) => async (...rest) => { try { tell(""); await work(...rest); } catch (trouble) { tell(trouble.message); } };
const send = (message) => socket && socket.readyState === 1 && socket.send(JSON.stringify(message));
const hex = () => [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, "0")).join("");

// ---- the connection ----
function connect() {
  socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/ws", "uno.1");
  socket.onopen = () => { pause = 500; tell(""); code() ? send({ t: "join", code: code(), ...(q ? { since: q } : {}) }) : send({ t: "lobby" }); };
  socket.onmessage = (event) => event.data.split("\n").forEach((line) => line && hear(JSON.parse(line)));
  socket.onclose = () => { tell("The server is out of reach; trying again."); setTimeout(connect, pause); pause = Math.min(2 * pause, 10000); };
}
function apply(view, delta) {
  for (const [name, change] of Object.entries(delta)) {
    const old = view[name];
    if (change === null || typeof change !== "object" || Array.isArray(change)) view[name] = change;
    else if (name === "players") for (const seat in change) apply(old[seat.charCodeAt(0) - 65], change[seat]);
    else if (!Array.isArray(old)) apply(old, change);
    else {
      for (const card of change["-"] ?? []) old.splice(old.indexOf(card), 1);
      old.push(...change["+"] ?? []);
      old.sort((a, b) => order.indexOf(a) - order.indexOf(b));
    }
  }
}
function hear(m) {
  if (m.q) q = Math.max(q, m.q);
  if (m.table) table = m.table;
  if (m.rules) order = m.rules.cards;
  if (m.table) you = (table.seats.find((s) => s.user === user.id) || { seat: null }).seat;
  if (m.here) here = m.here;
  if (m.game !== undefined) { view = m.game && m.game.view; over = (m.game && m.game.over) || null; story = m.t === "start" ? [] : story; }
  if (m.t === "act" && view) { apply(view, m.v); tell(""); }
  if (m.over) over = m.over;
  if (m.t === "here") here = m.seats;
  if (m.t === "chat") story.push(m.name + ": " + (m.text || m.phrase || m.emote));
  if (m.t === "no" || m.t === "notice") tell(m.message);
  if (m.t === "closed") { tell(m.message); history.pushState(null, "", "/"); q = 0; table = null; }
  if (m.t === "lobby") lobby = m.tables;
  if (m.t === "actions") { asked = m; if (m.told) { story.push(m.told); live.textContent = m.told + " " + m.question; } }
  if (["joined", "resumed", "start", "act"].includes(m.t)) { choice = null; if (view) send({ t: "ask" }); }
  draw();
}

// ---- home ----
let lobby = [], rulesets = [];
function home() {
  const pick = (label, id, values) => el("label", {}, label, el("select", { id }, values.map(([value, words]) => el("option", { value }, words))));
  const value = (id) => document.getElementById(id).value;
  const wishes = () => ({ ruleset: value("rules"), fill: value("level") });
  const make = (more) => attempt(async () => {
    const made = await api("POST", "/api/tables", { ...wishes(), ...more() });
    go("/t/" + made.code);
  });
  const seats = () => { const r = rulesets.find((r) => r.name === value("rules")); const n = Number(value("count")); return r ? Math.min(Math.max(n, r.players.least), r.players.most) : n; };
  return [
    el("section", {}, el("h1", {}, "Play"),
      pick("Rules", "rules", rulesets.map((r) => [r.name, r.title])), pick("Players", "count", [2, 3, 4, 5, 6, 8, 10].map((n) => [n, n])),
      pick("Opponents", "level", ["easy", "medium", "hard", "expert"].map((l) => [l, l])),
      el("div", {}, button("Play now", make(() => ({ seats: seats(), start: true })), { class: "main" }),
        button("Play with friends", make(() => ({ seats: seats() }))),
        button("Open table", make(() => ({ seats: seats(), is_public: true }))))),
    el("section", {}, el("h2", {}, "Open tables"), lobby.length ? el("table", {}, lobby.map((row) => el("tr", {}, el("td", {}, row.title), el("td", {}, row.rules_title),
      el("td", {}, row.stage === "playing" ? "playing" : row.free + " free"), el("td", {}, button(row.stage === "playing" ? "Watch" : "Join", () => go("/t/" + row.code)))))) : "None just now. Open one, or play against bots."),
    el("section", {}, el("h2", {}, "You"), el("label", {}, "Name", el("input", { id: "name", maxlength: 20, value: user ? user.name : "" })),
      button("Save", attempt(async () => { user = (await api("POST", "/api/me", { name: value("name") })).user; draw(); }))),
  ];
}
function go(path) { const leaves = table; tell(""); history.pushState(null, "", path); q = 0; table = view = asked = you = null; story = []; over = null; if (leaves) send({ t: "leave" }); code() ? send({ t: "join", code: code() }) : send({ t: "lobby" }); draw(); }

// ---- a table ----
const seatName = (seat) => { const s = table.seats.find((s) => s.seat === seat); return s ? s.name || "free" : seat; };
function card(name, actions) {
  const colour = shapes[name[0]] && name.length > 1 ? name[0] : "W", face = colour === "W" ? name : name.slice(1);
  const mine = actions.filter((a) => a.do.replace(/^(shed|discard|misplay|challenge) /, "").split(/[!:>]/)[0] === name && !a.do.startsWith("misplay"));
  return el("button", { class: `card ${colour}${mine.length ? " may" : ""}`, disabled: !mine.length, "aria-label": name + (mine.length ? ", playable" : ""),
    onclick: () => { if (mine.length === 1) act(mine[0]); else { choice = mine; draw(); } } }, face === "x" ? "\u2298" : face === "-" ? "\u21c4" : face, el("small", {}, shapes[colour] || "\u2726"));
}
const act = (action) => { choice = null; send({ t: "do", do: action.do, q }); };
function game() {
  const actions = asked && you && table.stage === "playing" ? asked.actions : [];
  const cardsOf = (p) => p.cards ?? `${p.numbers} + ${p.actions}`;
  const held = new Set(view.hand), onCards = (a) => held.has(a.do.replace(/^(shed|discard|misplay|challenge) /, "").split(/[!:>]/)[0]);
  const plain = choice || actions.filter((a) => !onCards(a));
  return [
    el("section", { class: "row" }, view.players.map((p) => el("div", { class: "seat" + ((view.awaited || []).includes(p.seat) ? " asked" : "") }, seatName(p.seat) + (p.seat === you ? " (you)" : ""),
      el("small", {}, `${cardsOf(p)} cards${p.score ? `, ${p.score} points` : ""}${here.includes(p.seat) || table.seats.some((s) => s.seat === p.seat && s.kind === "bot") ? "" : ", not here"}`)))),
    el("section", { class: "row" }, view.top ? [card(view.top, []), el("span", {}, `${shapes[view.colour] || ""} ${{ R: "red", Y: "yellow", G: "green", B: "blue" }[view.colour] || ""} \u00b7 ${view.draw_pile} in the pile \u00b7 ${view.direction > 0 ? "\u21bb" : "\u21ba"}${view.pending && view.pending.cards ? ` \u00b7 ${view.pending.cards} to draw` : ""}`)]
      : el("span", {}, `Number deck ${view.number_deck} \u00b7 action deck ${view.action_deck}`)),
    el("section", {}, el("p", { class: "question" }, over ? "The game is over. " + (over.winners.length ? over.winners.map(seatName).join(" and ") + (over.winners.length > 1 ? " win." : " wins.") : "Nobody wins.") : table.paused ? "The game is paused." : asked ? asked.question + " " + asked.besides : ""),
      el("div", { class: "row" }, plain.map((a) => button(a.words, () => act(a), { class: a.do === "call" || a.do === "catch" ? "main" : null })), choice && button("Back", () => { choice = null; draw(); })),
      el("div", { class: "hand" }, view.hand.map((c) => card(c, actions)))),
    over && [el("section", { class: "row" }, you && button("Another game", () => send({ t: "ready", seed: hex() }), { class: "main" }), you && table.host === you && button("Start", () => send({ t: "start" })), el("a", { href: `/api/games/${over.game}/record` }, "Record of the game"))],
    el("section", {}, el("div", { class: "log" }, story.slice(-30).map((line) => el("p", {}, line))), el("form", { class: "row", onsubmit: (e) => { e.preventDefault(); const i = e.target.elements[0]; if (i.value) send({ t: "chat", text: i.value }); i.value = ""; } },
      el("input", { "aria-label": "Say something", id: "chat", maxlength: 200 }), el("button", {}, "Say")),
      el("div", { class: "row" }, you && table.host === you && table.stage === "playing" && button(table.paused ? "Go on" : "Pause", () => send({ t: table.paused ? "resume" : "pause" })), you && button("Stand up", () => send({ t: "stand" })), table.seats.some((s) => s.seat === you && (s.left || s.away)) && button("I am back", () => send({ t: "back" }), { class: "main" }))),
  ];
}
function gathering() {
  const link = table.link, mine = table.seats.find((s) => s.seat === you), host = you && table.host === you;
  return [
    el("section", {}, el("h1", {}, table.settings.title), el("p", {}, `${table.settings.rules_title}. Share this link: `, el("a", { href: link }, link)), el("img", { class: "qr", alt: "The link as a QR code", src: "/api/qr?text=" + encodeURIComponent(link) })),
    el("section", { class: "row" }, table.seats.map((s) => el("div", { class: "seat" }, s.name || "Free", el("small", {}, s.kind === "free" ? "" : s.ready || s.seat === table.host ? "ready" : "not ready yet"),
      s.kind === "free" && !you && button("Sit here", () => send({ t: "sit", seat: s.seat })), s.kind === "free" && host && button("Bot", () => send({ t: "bot", seat: s.seat })), s.kind === "bot" && host && button("Remove", () => send({ t: "clear", seat: s.seat }))))),
    el("section", {}, host ? button("Start", () => send({ t: "start" }), { class: "main" }) : you ? button(mine && mine.ready ? "Not ready" : "Ready", () => send({ t: "ready", yes: !(mine && mine.ready), seed: hex() }), { class: "main" }) : "Take a seat, or watch.",
      host && " Free seats are taken by bots."),
  ];
}
function draw() {
  const focus = document.activeElement && document.activeElement.id, typed = ["chat", "name", "rules", "count", "level"].map((id) => [id, document.getElementById(id)?.value]);
  document.getElementById("who").textContent = user ? user.name : "";
  main.replaceChildren(...(!code() ? home() : !table ? [el("section", {}, "Looking for the table.")] : view ? game() : gathering()).flat().filter(Boolean));
  const log = main.querySelector(".log");
  if (log) log.scrollTop = log.scrollHeight;
  for (const [id, text] of typed) if (text != null && document.getElementById(id)) document.getElementById(id).value = text;
  if (focus) document.getElementById(focus)?.focus();
}
addEventListener("popstate", () => go(location.pathname));
attempt(async () => {
  user = (await api("POST", "/api/guest", {})).user;
  rulesets = (await api("GET", "/api/rulesets")).rulesets;
  connect();
  draw();
})();
