// A table: who sits there, the game, the choices of one's own seat, the log and the chat.

import { Connection } from "./connection.js";
import { TITLES, ask, byId, button, chance, el, forget, keepName, link, listed } from "./dom.js";
import { myGame, myName, redraw, remember, tableAddress, tableHere, tell } from "./dom.js";
import * as eriantys from "./eriantys.js";
import * as masters from "./masters.js";

const GAMES = { eriantys, masters };
const MOST_LINES = 400; // of the log
const WAYS = { alone: "Nobody else was left.", resigned: "By resignation.", agreed: "The players agreed to end it." };
const ROSE = { left: "gives up the seat", removed: "is removed", expired: "did not come back: the seat is free again" };
const STOOD_IN = { absent: "who is away", clock: "whose time is up", resigned: "who resigns" };
const figures = {}; // of the games, as the rules have them
let view, connection, game, picked, waiting;
let names = []; // by seat, as they were when each entry of the log was written
let sitting = location.hash === "#sit"; // at once, if there is room

const who = (player) => view.seats.find((seat) => seat.player === player)?.name ?? `player ${player + 1}`;
const nameOf = (seat) => view.seats[seat]?.name ?? "somebody";
const winning = (seats) => listed(seats.map(nameOf)) || "Nobody";
const submitting = (form, deed) => byId(form).addEventListener("submit", (event) => (event.preventDefault(), deed()));

async function open() {
  byId("table").hidden = false;
  byId("sit-name").value = myName();
  byId("link").value = `${location.origin}/t/${tableHere}`;
  byId("link").addEventListener("focus", () => byId("link").select());
  byId("invitation").textContent = tableHere;
  history.replaceState(null, "", location.pathname);
  submitting("sit", () => sit(byId("sit-name").value));
  submitting("ask-bot", () => connection.send({ type: "sit_bot", level: byId("bot-level").value }));
  submitting("claim", () => connection.send({ type: "claim", code: byId("claim-code").value, key: chance() }));
  submitting("say", () => connection.send({ type: "say", text: byId("line").value }));
  try {
    const house = await ask("/api/house");
    byId("house").textContent = house.name;
    byId("bot-level").append(...house.bots.map(({ level }) => el("option", { value: level }, level)));
    for (const name of Object.keys(GAMES)) figures[name] = await ask(`/pages/${name}.json`);
  } catch (error) {
    tell(error.message);
  }
  connection = new Connection(tableHere, myGame(tableHere)?.key, hear, status);
  setInterval(showClocks, 500);
}

function status(sentence, kind) {
  byId("status").className = kind;
  redraw(byId("status"), sentence, kind === "ended" && button("again", "Connect again", () => connection.connect()));
}

// ---------------------------------------------------------------- what the house says

function hear(message, asked) {
  switch (message.type) {
    case "welcome":
      return welcome(message);
    case "entry":
      see(message.view);
      return write(message.entry);
    case "lines":
      return message.lines.forEach(speak);
    case "moving": {
      const [there, until] = [byId("link").value, new Date(message.until).toLocaleTimeString()];
      byId("moving").textContent = `At the other device open ${there} and type ${message.code} before ${until}.`;
      return;
    }
    case "unseated":
      forget(tableHere);
      return tell(message.sentence);
    case "done":
      return done(asked);
    case "refused":
      waiting = false;
      if (!(asked?.type === "contribute" && message.code === "already_so")) tell(message.sentence);
  }
}

function welcome({ view: seen, fresh, missed, lines = [] }) {
  if (fresh) byId("log").replaceChildren();
  if (fresh) names = [];
  if (!missed) names = seen.seats.map((seat) => seat.name);
  see(seen);
  missed?.forEach(write);
  lines.forEach(speak);
  if (view.phase === "open") arrive(myGame(tableHere));
}

/** The commitment of the house is there: bring a nonce, then start if that was wished; or sit down. */
function arrive(mine) {
  if (view.you !== null && mine && !mine.nonce) connection.send({ type: "contribute", nonce: chance() });
  if (view.you === view.host && mine?.start) connection.send({ type: "start" });
  if (view.you === null && sitting && view.seats.length < view.options.players) sit(myName());
  sitting = false;
}

function sit(name) {
  keepName(name);
  connection.send({ type: "sit", name, key: chance(), nonce: chance() });
}

function done(asked) {
  if (asked?.type === "say") byId("line").value = "";
  if (asked?.type === "sit" || asked?.type === "claim") {
    connection.key = asked.key;
    remember(tableHere, { key: asked.key, name: nameOf(view.you), game: view.options.game, phase: view.phase });
  }
  if (asked?.type === "start") remember(tableHere, { start: false });
  if (asked?.type === "rematch" && view.rematch) location.assign(tableAddress(view.rematch));
  if (asked?.nonce) remember(tableHere, { nonce: asked.nonce });
  if (asked?.nonce) show();
}

function see(seen) {
  const before = view;
  const mine = myGame(tableHere);
  view = seen;
  waiting = false;
  if (before && before.you !== null && view.you === null) {
    connection.key = null; // the seat was given up
    forget(tableHere);
  } else if (mine && mine.phase !== view.phase) {
    remember(tableHere, { phase: view.phase });
  }
  if (mine && view.rematch && !myGame(view.rematch)) {
    remember(view.rematch, { key: mine.key, name: mine.name, game: mine.game, phase: "open" });
  }
  if (!game) {
    game = GAMES[view.options.game];
    if (figures[view.options.game]) game.use(figures[view.options.game], view.options.settings);
  }
  show();
}

// ---------------------------------------------------------------- the table

function show() {
  const { code, phase, you, host, turn, seats, options } = view;
  const [open, seated, room] = [phase === "open", you !== null, seats.length < options.players];
  const title = `${TITLES[options.game]} for ${options.players}${options.settings.expert ? ", expert" : ""}`;
  byId("title").textContent = `${title}, table ${code}`;
  document.title = seated && turn === you ? `● Your turn, table ${code}` : `Table ${code}`;
  const words = turnWords();
  if (byId("turn").textContent !== words) byId("turn").textContent = words;
  byId("lobby").hidden = !open;
  byId("sit").hidden = seated || !room;
  byId("ask-bot").hidden = !seated || you !== host || !room;
  byId("claim").hidden = seated;
  byId("say").hidden = !seated;
  byId("commitment").textContent = view.commitment;
  const nonce = myGame(tableHere)?.nonce;
  byId("nonce").textContent = nonce ? `Your nonce goes into them, too: ${nonce}` : "";
  redraw(byId("seats"), seats.map(seatRow));
  redraw(byId("deeds"), deeds());
  showChoices();
  redraw(byId("game-board"), view.game ? game.draw(view, who) : []);
  showClocks();
}

function turnWords() {
  const { result, options, seats, host, turn, you } = view;
  if (view.closed) return `This table is closed: ${view.closed}.`;
  if (result) return `The game is over. ${winning(result.winners)} won. ${WAYS[result.why] ?? ""}`;
  if (view.phase === "open") {
    const free = options.players - seats.length;
    return free > 0 ? `Waiting for ${free} more.` : `All seats are taken. ${nameOf(host)} can start the game.`;
  }
  if (view.alone_since !== null) return "The game is paused until somebody else is back.";
  if (turn === null) return "";
  return `${turn === you ? "Your turn" : `${nameOf(turn)} decides`}: ${game.question(view)}.`;
}

function seatRow({ name, bot, connected, stand_in: standIn, look }, number) {
  const { phase, you, host, result, turn } = view;
  const marks = [
    number === you && "you",
    number === host && phase === "open" && "host",
    bot ? `bot, ${bot}` : connected ? "here" : "away",
    standIn && "a stand-in plays",
    look.tower && `${look.tower} towers`,
    result?.winners.includes(number) && "won",
  ];
  const removing = () => connection.send({ type: "remove", name });
  return el("li", { class: turn === number ? "on" : null },
    el("span", {}, el("strong", {}, name), ` ${marks.filter(Boolean).join(", ")} `,
      el("span", { class: "clock", "data-seat": number })),
    phase === "open" && you === host && number !== you && button(`remove ${name}`, "Remove", removing));
}

function showClocks() {
  if (!view?.clock) return;
  for (const place of document.querySelectorAll("[data-seat]")) {
    const { left, running, since } = view.clock;
    const seat = Number(place.dataset.seat);
    const gone = running === seat ? Math.max(0, connection.now() - since) : 0;
    const seconds = Math.max(0, Math.ceil((left[seat] - gone) / 1000));
    place.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

/** What a seat can do besides playing, as far as it makes sense now. */
function deeds() {
  const { code, phase, you, host, seats, options, request, back_to: back, rematch } = view;
  const deed = (label, message, question, more) =>
    button(label, label, () => (!question || confirm(question)) && connection.send(message), more);
  const [open, playing, over, hosting] = [phase === "open", phase === "playing", phase === "over", you === host];
  const asked = request && request.seat !== you && !request.agreed.includes(you);
  const wish = request?.what === "end" ? "end the game without a winner" : "take back";
  const file = { download: `ludoteca-${code}.json` };
  const forAll = [
    rematch && link("rematch", "To the rematch", tableAddress(rematch), { class: "button main" }),
    over && link("replay", "Replay", `/api/tables/${code}/replay`, file),
  ];
  if (you === null) return forAll;
  const full = seats.length === options.players;
  return [
    open && hosting && full && deed("Start the game", { type: "start" }, "", { class: "main" }),
    back.length > 0 && deed("Take back", { type: "take_back" }),
    back.length > 1 && deed("Take back the whole turn", { type: "take_back", to: back[0] }),
    request && el("p", {}, `${nameOf(request.seat)} asks to ${wish}.`),
    asked && deed("Agree", { type: "answer", yes: true }),
    asked && deed("Do not agree", { type: "answer", yes: false }),
    playing && deed("Ask to end", { type: "ask_end" }, "Ask the others to end the game without a winner?"),
    playing && deed("Resign", { type: "resign" }, "Resign? A stand-in goes on for you."),
    open && deed("Leave the seat", { type: "rise" }),
    open && hosting && deed("Close the table", { type: "close" }, "Close the table for everybody?"),
    (open || playing) && deed("Move to another device", { type: "move" }),
    over && !rematch && deed("Rematch", { type: "rematch" }),
    ...forAll,
  ];
}

// ---------------------------------------------------------------- choices

/** Buttons for what is legal, by group. */
function showChoices() {
  const groups = new Map();
  for (const action of view.legal) {
    const { group, label, pick } = game.choice(action, view);
    groups.set(group, [...(groups.get(group) ?? []), { action, label, pick }]);
  }
  byId("choices-section").hidden = view.phase !== "playing" || view.you === null;
  const none = el("p", { class: "faint" }, "Nothing to choose at the moment.");
  redraw(byId("choices"), groups.size ? [...groups].map(([group, ways]) => choiceGroup(group, ways)) : none);
}

/** Where something is picked first (a colour), only what fits it is shown. */
function choiceGroup(group, ways) {
  const picks = [...new Set(ways.map((way) => way.pick))].filter(Boolean);
  if (picks.length && !picks.includes(picked)) picked = picks[0];
  const picking = (pick) => button(`pick ${pick}`, pick, () => ((picked = pick), showChoices()),
    { "aria-pressed": String(pick === picked), class: `pick ${pick}` });
  const shown = ways.filter((way) => !way.pick || way.pick === picked);
  const acting = ({ action, label }) => button(JSON.stringify(action), label, () => act(action));
  return el("fieldset", {}, el("legend", {}, group),
    picks.length > 0 && el("p", { class: "row" }, picks.map(picking)),
    el("p", { class: "row" }, shown.map(acting)));
}

function act(action) {
  if (waiting) return; // one at a time
  waiting = true;
  tell("");
  connection.send({ type: "act", action });
}

// ---------------------------------------------------------------- log and chat

function write({ number, what, events }) {
  const parts = [happened(what), ...events.map((event) => game.told[event.event]?.(event, who))].filter(Boolean);
  if (parts.length) add(byId("log"), el("li", { value: number }, `${parts.join(". ")}.`));
}

function happened(what) {
  const name = names[what.seat] ?? nameOf(what.seat);
  if (what.kind === "sat") names[what.seat] = what.name;
  if (what.kind === "rose") names.splice(what.seat, 1);
  switch (what.kind) {
    case "opened": return "The table is opened";
    case "sat": return `${what.name} ${what.bot ? "(a bot) " : ""}${what.here ? "sits down" : "has a seat reserved"}`;
    case "rose": return `${name} ${ROSE[what.why] ?? "leaves"}`;
    case "contributed": return `${name} brings a nonce for the draws`;
    case "handed_over": return `${name} hosts the table now`;
    case "started": return "The game starts";
    case "acted": return what.by === "stand-in" && `(a stand-in for ${name})`;
    case "took_back": return `${name} takes back: the game is as after entry ${what.to}`;
    case "asked": return `${name} asks to ${what.what === "end" ? "end the game" : "take back"}`;
    case "answered": return `${name} ${what.yes ? "agrees" : "does not agree"}`;
    case "arrived": return `${name} is here`;
    case "departed": return `${name} has gone`;
    case "interrupted": return "The house was away";
    case "stood_in": return `A stand-in plays for ${name}, ${STOOD_IN[what.why] ?? what.why}`;
    case "rekeyed": return `${name} goes on at another device`;
    case "ended": return `The game is over. ${winning(what.winners)} won`;
    case "rematched": return `The rematch is at table ${what.code}`;
    case "closed": return `The table is closed: ${what.why}`;
  }
}

const speak = (line) => add(byId("chat"), el("li", {}, el("strong", {}, `${line.name}: `), line.text));

function add(list, item) {
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  list.append(item);
  if (list.children.length > MOST_LINES) list.firstChild.remove();
  if (atEnd) list.scrollTop = list.scrollHeight;
}

if (tableHere) open();
