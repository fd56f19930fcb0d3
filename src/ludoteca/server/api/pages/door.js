// The door: open a table, join one, go on with one's own, look at what was played.

import { TITLES, ask, byId, button, chance, el, forget, keepName, link, listed } from "./dom.js";
import { myGames, myName, redraw, remember, tableAddress, tableHere, tell } from "./dom.js";

const POLL = 5000; // milliseconds
let house;

const complain = (error) => tell(error.message);

function open() {
  byId("door").hidden = false;
  byId("name").value = myName();
  byId("new").addEventListener("submit", (event) => openTable(event, false));
  byId("now").addEventListener("click", (event) => byId("new").reportValidity() && openTable(event, true));
  byId("more").addEventListener("click", () => showHistory(byId("more").dataset.after));
  byId("join").addEventListener("submit", (event) => {
    event.preventDefault();
    location.assign(tableAddress(byId("code").value.replace(/[\s-]/g, ""), "#sit"));
  });
  for (const id of ["game", "players", "level"]) byId(id).addEventListener("change", offer);
  ask("/api/house").then(enter, complain);
  showMine();
  showHistory();
  poll();
}

// ---------------------------------------------------------------- a new table

function enter(found) {
  house = found;
  byId("house").textContent = document.title = house.name;
  byId("version").textContent = `Ludoteca ${house.version}.`;
  if (house.draining) tell("This house is about to close and opens no new tables.");
  byId("game").append(...house.games.map(({ name }) => el("option", { value: name }, TITLES[name] ?? name)));
  byId("level").append(...house.bots.map(({ level }) => el("option", { value: level }, level)));
  byId("level").value = house.bots.at(-1)?.level; // the strongest
  offer();
}

/** What the form offers depends on the game and on how many play. */
function offer() {
  const game = house.games.find((one) => one.name === byId("game").value);
  const choose = (id, numbers, wished) => {
    byId(id).replaceChildren(...numbers.map((number) => el("option", { value: number }, number)));
    byId(id).value = numbers.includes(wished) ? wished : numbers[0];
  };
  choose("players", game.players, Number(byId("players").value || 2));
  const players = Number(byId("players").value);
  choose("bots", house.bots.length ? [...Array(players).keys()] : [0], Number(byId("bots").value));
  byId("level-words").textContent = house.bots.find((bot) => bot.level === byId("level").value)?.words ?? "";
  byId("expert-label").hidden = game.name !== "eriantys";
  byId("now").textContent = players === 1 ? "Play now, alone" : "Play now against bots";
  byId("now").disabled = players > 1 && !house.bots.length;
}

async function openTable(event, now) {
  event.preventDefault();
  const [name, game, players, key] = [byId("name").value, byId("game").value, Number(byId("players").value), chance()];
  const [per, seconds] = byId("clock").value.split(" ");
  const clock = per ? { per, seconds: Number(seconds) } : null;
  const settings = game === "eriantys" ? { expert: byId("expert").checked } : {};
  const bots = Array(now ? players - 1 : Number(byId("bots").value)).fill(byId("level").value);
  const options = { game, players, settings, clock, public: byId("public").checked };
  keepName(name);
  try {
    const { code } = await ask("/api/tables", { options, seat: { name, key }, bots });
    remember(code, { key, name, game, phase: "open", start: now });
    location.assign(tableAddress(code));
  } catch (error) {
    complain(error);
  }
}

// ---------------------------------------------------------------- lists

const row = (code, text, ...deeds) => el("li", {}, el("span", {}, el("strong", {}, code), ` ${text}`), deeds);
const nothing = (text) => el("li", { class: "faint" }, text);

function words({ game, players, settings, seats }) {
  const names = seats.map((seat) => (seat.bot ? `${seat.name} (bot)` : seat.name));
  const free = players > seats.length ? `, ${players - seats.length} free` : "";
  const title = `${TITLES[game] ?? game} for ${players}${settings.expert ? ", expert" : ""}`;
  return `${title}: ${listed(names) || "nobody yet"}${free}`;
}

function tableRow(table) {
  const free = table.phase === "open" && table.seats.length < table.players;
  return row(table.code, words(table),
    free && link(`join ${table.code}`, "Join", tableAddress(table.code, "#sit")),
    table.watching && link(`watch ${table.code}`, "Watch", tableAddress(table.code)));
}

async function poll() {
  if (document.visibilityState === "visible") {
    const { tables, message } = await ask("/api/tables").catch((error) => error);
    const none = nothing(message ?? "No table is open at the moment.");
    redraw(byId("tables"), tables?.length ? tables.map(tableRow) : none);
  }
  setTimeout(poll, POLL);
}

function showMine() {
  const rows = myGames().map(([code, { game, name, phase, at }]) =>
    row(code, `${TITLES[game] ?? game}, as ${name}, ${phase}, ${new Date(at).toLocaleString()}`,
      link(`go ${code}`, phase === "over" ? "Look" : "Continue", tableAddress(code)),
      button(`forget ${code}`, "Forget", () => {
        if (phase === "over" || confirm(`Without its key your seat at table ${code} is lost. Forget it?`)) forget(code);
        showMine();
      })));
  byId("mine-section").hidden = !rows.length;
  redraw(byId("mine"), rows);
}

async function showHistory(after) {
  const page = await ask(`/api/history?most=10${after ? `&after=${after}` : ""}`).catch(complain);
  if (!page) return;
  const rows = page.games.map(({ code, changed, listing }) =>
    row(code, `${words(listing)}, ${new Date(changed).toLocaleString()}`,
      link(`look ${code}`, "Look", tableAddress(code)),
      link(`replay ${code}`, "Replay", `/api/tables/${code}/replay`, { download: `ludoteca-${code}.json` })));
  byId("history").append(...(rows.length || after ? rows : [nothing("No public game was finished yet.")]));
  byId("more").hidden = !page.after;
  byId("more").dataset.after = page.after ?? "";
}

if (!tableHere) open();
