// Masters of Renaissance: the table drawn, the choices and what happened in words.

import { amounts, el, listed, several } from "./dom.js";

const LETTERS = "ABCD";
const COLOURS = ["green", "blue", "yellow", "purple"];
const MARBLES = { Y: "yellow", G: "grey", P: "purple", B: "blue", R: "red", W: "white" };
const GIVES = { Y: "coin", G: "stone", P: "servant", B: "shield", R: "faith", W: "nothing" };
const LEGEND = "Y coin, G stone, P servant, B shield, R faith, W nothing.";
const OWN_CARDS = "This table plays with cards of its own: what is printed on them may differ from what is shown here.";
const DOING = {
  take_market: "store what the market gave",
  buy: "buy a card",
  produce: "produce",
  rearrange: "rearrange the warehouse",
};
const WHY = {
  seventh_card: "a seventh card is bought",
  last_space: "the end of the faith track is reached",
  black_cross: "Lorenzo's cross is at the end of the track",
  colour_gone: "a colour of cards is gone",
};
const printed = {}; // cards by number, as the figures of the rules have them
let track = {};

export function use(figures, settings) {
  const own = settings.cards ?? {};
  for (const { development_cards = [], leader_cards = [] } of [figures, own]) {
    for (const card of [...development_cards, ...leader_cards]) printed[card.id] = { ...printed[card.id], ...card };
  }
  track = { ...figures.faith_track, ...own.faith_track };
}

const production = (power) => `${amounts(power.in)} → ${amounts(power.out)}`;
const line = (name) => name.replace(/\d/, (number) => Number(number) + 1);
const place = (name) => (name === "discard" ? "nowhere: the others gain faith" : name.replace("_", " "));

function cardWords(number) {
  const card = printed[number];
  if (!card) return `card ${number}`;
  const points = several(card.victory_points, "point");
  return `${card.colour} ${card.level}, ${points}, costs ${amounts(card.cost)}: ${production(card.production)}`;
}

function leaderWords(number) {
  const card = printed[number];
  if (!card) return `leader ${number}`;
  const does = {
    discount: (what) => `cards cost 1 ${what} less`,
    extra_depot: (what) => `a depot for 2 ${what}`,
    white_marble: (what) => `white marbles give ${what}`,
    production: () => production(card.effect),
  }[card.kind](card.resource);
  const kind = (one) => `${one.count} ${one.colour}${one.level ? ` of level ${one.level}` : ""}`;
  const needs = [...card.requirement.cards.map(kind), amounts(card.requirement.resources)].filter(Boolean);
  return `${does}; ${several(card.victory_points, "point")}; needs ${listed(needs)}`;
}

// ---------------------------------------------------------------- the table

const nothing = (text) => el("span", { class: "faint" }, text);
const row = (label, ...what) => [el("dt", {}, label), el("dd", {}, what)];
const deck = (numbers, words) =>
  numbers.length ? el("ul", {}, numbers.map((number) => el("li", {}, words(number)))) : nothing("none");

function resources(counts) {
  const piece = ([what, count]) => el("span", { class: `piece ${what}` }, `${count} ${what}`);
  const pieces = Object.entries(counts).map(piece);
  return pieces.length ? pieces : nothing("nothing");
}

function marble(letter) {
  const label = `${MARBLES[letter]}: ${GIVES[letter]}`;
  return el("span", { class: `marble ${MARBLES[letter]}`, role: "img", "aria-label": label, title: label }, letter);
}

export function draw({ game, options, seats, turn }, who) {
  const unknown = game.cards && typeof options.settings.cards !== "object";
  const piles = [3, 2, 1].flatMap((level) => COLOURS.map((colour) => pile(colour, level, game.grid[colour + level])));
  const deciding = LETTERS[seats[turn]?.player];
  const boards = Object.entries(game.players).map(([letter, own]) => board(own, letter, letter === deciding, who));
  const lorenzo = game.lorenzo && `Lorenzo's cross: ${game.lorenzo.cross} of 24, ${game.lorenzo.stack} tokens left.`;
  return [
    unknown && el("p", {}, OWN_CARDS),
    el("div", { class: "boards" }, boards),
    el("section", { class: "market" }, el("h2", {}, "Market"), market(game.market),
      el("p", { class: "faint" }, LEGEND, game.last_round && " This is the last round."), lorenzo),
    el("section", {}, el("h2", {}, "Cards"), el("ul", { class: "cards four" }, piles)),
  ];
}

function market({ rows, slide }) {
  const heads = [1, 2, 3, 4].map((number) => el("th", { scope: "col" }, number));
  const cells = (letters) => letters.split(" ").map((letter) => el("td", {}, marble(letter)));
  const lines = rows.map((letters, i) => el("tr", {}, el("th", { scope: "row" }, `row ${i + 1}`), cells(letters)));
  const caption = el("caption", {}, "On the slide: ", marble(slide));
  return el("table", {}, caption, el("thead", {}, el("tr", {}, el("td"), heads)), el("tbody", {}, lines));
}

function pile(colour, level, { top, size }) {
  const card = printed[top];
  return el("li", { class: `card edge-${colour}` }, el("strong", {}, `${colour} ${level}`),
    nothing(top ? ` no. ${top}, ${size} left` : " none left"),
    card && [
      el("div", {}, several(card.victory_points, "point")),
      el("div", {}, resources(card.cost)),
      el("div", {}, production(card.production)),
    ]);
}

function board(own, letter, deciding, who) {
  const points = several(track.vp_by_position?.[own.faith] ?? 0, "point");
  const tiles = (track.vatican_sections ?? []).map((one, i) => `${one.first} to ${one.pope_space} ${own.tiles[i]}`);
  const slots = own.slots.map((slot, i) => `slot ${i + 1}: ${slot.map(cardWords).join("; ") || "empty"}`);
  const hand = Array.isArray(own.hand) ? deck([...own.dealt, ...own.hand], leaderWords) : own.hand + own.dealt;
  return el("section", { class: deciding ? "school on" : "school" }, el("h3", {}, who(LETTERS.indexOf(letter))),
    el("dl", {},
      row("Faith", el("progress", { max: 24, value: own.faith, "aria-label": "faith" }), ` ${own.faith}, ${points}`),
      row("Pope's tiles", tiles.join(", ")),
      row("Warehouse", [1, 2, 3].map((depot) => el("div", {}, `${depot}: `, resources(own.warehouse[depot])))),
      row("Leader depots", resources(own.leader_depots)),
      row("Strongbox", resources(own.strongbox)),
      row("Cards", deck(slots, String)),
      row("Leaders played", deck(own.played, leaderWords)),
      row("Leaders in hand", hand)));
}

// ---------------------------------------------------------------- words

/** What has to be decided. */
export function question({ game, seats, turn }) {
  const own = game.players[LETTERS[seats[turn].player]];
  if (own.dealt.length || own.dealt > 0) return "keep two leaders";
  if (own.pending_resources) return "choose a free resource";
  if (game.unfinished) return DOING[game.unfinished.action.do] ?? "go on";
  return game.main_action_done ? "play a leader or end the turn" : "go to the market, buy a card or produce";
}

const CHOICES = {
  keep: () => ["Keep two leaders: first the upper one of the two", leaderWords],
  resource: () => ["Take a free resource", String],
  line: (game) => ["Take from the market", (name) => `${line(name)} (${given(game.market.rows, name)})`],
  white: () => ["A white marble becomes", String],
  place: ({ unfinished: { action } }) => [`Put the ${action.to_place?.[0] ?? action.resource} into`, place],
  layout: () => ["Your turn", () => "Rearrange the warehouse"],
  card: () => ["Buy a card", cardWords],
  slot: () => ["Into which slot?", String],
  production: () => ["Your turn", () => "Produce"],
  power: () => ["Use a production", powerWords],
  powers: () => ["Use a production", () => "That is all"],
  basic_in: () => ["Basic production: give", String],
  basic_out: () => ["Basic production: get", String],
  leader_out: () => ["Production of the leader: get", String],
};

/** What a line of the market gives. */
function given(rows, name) {
  const [kind, number] = name.split(" ");
  const letters = kind === "row" ? rows[number].split(" ") : rows.map((marbles) => marbles.split(" ")[number]);
  return letters.filter((letter) => letter !== "W").map((letter) => GIVES[letter]).join(", ") || "nothing";
}

function powerWords(name) {
  const [kind, number] = name.split(":");
  if (kind === "basic") return "basic: any 2 → any 1";
  return printed[number] ? production(printed[number].production ?? printed[number].effect) : name;
}

/** A legal action: the group it is shown in and its label. */
export function choice({ do: deed, card, what, value }, { game }) {
  if (deed === "play_leader") return { group: "Play a leader", label: leaderWords(card) };
  if (deed === "discard_leader") return { group: "Discard a leader for 1 faith", label: leaderWords(card) };
  if (deed === "end_turn") return { group: "Your turn", label: "End the turn" };
  if (what.startsWith("pay_")) return { group: `Pay a ${what.slice(4)} from`, label: place(value) };
  if (what.startsWith("depot_")) return { group: `What lies in ${place(what)}?`, label: amounts(value) || "nothing" };
  const [group, words] = CHOICES[what]?.(game) ?? [what, String];
  return { group, label: words(value) };
}

/** What happened, by kind of event; nothing for what a look at the table tells as well. */
export const told = {
  MarketPushed: (e, who) => `${who(e.seat)} takes ${e.marbles} from ${line(e.line)} of the market`,
  MarbleConverted: (e, who) => `${who(e.seat)} turns a white marble into a ${e.resource}`,
  ResourceStored: (e, who) => `${who(e.seat)} stores a ${e.resource} in ${place(`depot_${e.depot ?? "of a leader"}`)}`,
  ResourceDiscarded: (e, who) => `${who(e.seat)} gives up a ${e.resource}`,
  LeaderPlayed: (e, who) => `${who(e.seat)} plays a leader: ${leaderWords(e.leader)}`,
  LeaderDiscarded: (e, who) => `${who(e.seat)} discards a leader`,
  CardBought: (e, who) => `${who(e.seat)} buys a card into slot ${e.slot}: ${cardWords(e.card)}`,
  PowerUsed: (e, who) => `${who(e.seat)} uses ${e.card ? `the production of card ${e.card}` : "the basic production"}`,
  Paid: (e, who) => `${who(e.seat)} pays ${e.warehouse + e.leader_depots + e.strongbox} ${e.resource}`,
  Gained: (e, who) => amounts(e.resources) && `${who(e.seat)} gains ${amounts(e.resources)}`,
  FaithGained: (e, who) => `${e.seat === null ? "Lorenzo" : who(e.seat)} stands on ${e.position} of the faith track`,
  VaticanReport: (e, who) => `Vatican report: ${e.tiles.map((tile, player) => `${who(player)} ${tile}`).join(", ")}`,
  CardRemoved: (e) => `Lorenzo removes a card: ${cardWords(e.card)}`,
  LastRound: (e) => `This is the last round: ${WHY[e.why] ?? e.why}`,
  TurnEnded: (e, who) => `${who(e.seat)} ends the turn`,
  Scored: (e, who) => `${who(e.seat)} has ${e.cards + e.faith + e.tiles + e.leaders + e.resources} points`,
  GameEnded: (e, who) => `The game ends: ${WHY[e.why] ?? e.why}. ${listed(e.winners.map(who)) || "Lorenzo"} won`,
};
