// Eriantys: the table drawn, the choices and what happened in words.

import { amounts, el, listed, several } from "./dom.js";

const COLOURS = ["green", "red", "yellow", "pink", "blue"];
const LETTERS = "ABCD";
const LEGEND = "G green, R red, Y yellow, P pink, B blue. ★ professor, ♜ tower, MN mother nature. ";
const ASSISTANT = "Play an assistant: low ones act first, high ones carry mother nature further";
const STEPS = { mother_nature: "send mother nature", cloud: "take a cloud", end: "end the turn" };
const CHOICES = {
  character: "Use a character",
  from_card: "A student of the card",
  from_entrance: "A student of the entrance",
  from_dining: "A student of the dining room",
  colour: "A colour",
  island: "An island",
  swap: "Or",
};
const WHY = {
  last_tower: "the last tower is built",
  few_groups: "only three groups of islands are left",
  bag_empty: "the bag is empty",
  no_assistants: "the assistants are all played",
};
const characters = {}; // by number, as the figures of the rules have them

export function use(figures) {
  for (const one of figures.characters) characters[one.number] = one;
}

const nameOf = (number) => characters[number]?.slug.replace("-", " ") ?? `character ${number}`;

/** The tiles of each group, clockwise, and the groups in their order. */
const groupsOf = ({ islands, groups }) =>
  Object.keys(islands).map((first) => groups.find((group) => group[0] === Number(first)) ?? [Number(first)]);

function islandWords(game, tile) {
  const group = groupsOf(game).find((tiles) => tiles.includes(tile));
  return group.length > 1 ? `islands ${group[0]} to ${group.at(-1)}` : `island ${tile}`;
}

// ---------------------------------------------------------------- the table

const piece = (kind, text, label) =>
  el("span", { class: `piece ${kind}`, role: "img", "aria-label": label, title: label }, text);
const tower = (colour) => piece(`tower-${colour}`, `♜${colour[0].toUpperCase()}`, `${colour} tower`);

function students(counts, professors = []) {
  const there = COLOURS.filter((colour) => counts[colour] || professors.includes(colour));
  if (!there.length) return el("span", { class: "faint" }, "none");
  return there.map((colour) => {
    const [count, star] = [counts[colour] ?? 0, professors.includes(colour)];
    const label = `${count} ${colour}${star ? " and the professor" : ""}`;
    return piece(colour, `${colour[0].toUpperCase()}${count}${star ? "★" : ""}`, label);
  });
}

export function draw({ game }, who) {
  const facts = [`Bag: ${game.bag}.`];
  if (game.expert) facts.push(`Coins in the supply: ${game.supply}.`);
  if (game.last_round) facts.push("This is the last round.");
  const cards = Object.entries(game.characters ?? {}).map(([number, card]) => character(game, number, card));
  const schools = Object.keys(game.boards).map((letter) => school(game, letter, who));
  return [
    el("section", { "aria-label": "Islands" }, ring(game), el("p", { class: "faint" }, LEGEND, facts.join(" "))),
    cards.length > 0 && el("section", {}, el("h2", {}, "Characters"), el("ul", { class: "cards" }, cards)),
    el("section", {}, el("h2", {}, "Schools"), el("div", { class: "boards" }, schools)),
  ];
}

function ring(game) {
  const tiles = groupsOf(game).flatMap((group) => group.map((tile, place) => [tile, island(game, group, place)]));
  const clouds = game.clouds.map((cloud, i) => el("p", { class: "cloud" }, `cloud ${i + 1} `, students(cloud)));
  const inOrder = tiles.sort(([one], [other]) => one - other).map(([, drawn]) => drawn);
  return el("ol", { class: "ring" }, inOrder, el("li", { class: "middle" }, clouds));
}

function island(game, group, place) {
  const there = game.islands[group[0]];
  const here = game.mother_nature === group[0];
  const joined = place < group.length - 1 ? " joined" : "";
  return el("li", { class: `island i${group[place]}${joined}${here ? " here" : ""}` },
    el("strong", {}, el("span", { class: "unseen" }, "Island "), `${group[place]} `),
    place === 0 && here && piece("mn", "MN", "mother nature"),
    there.tower && tower(there.tower),
    place === 0 && there.no_entry && piece("no", `✕${there.no_entry}`, `${several(there.no_entry, "no-entry tile")}`),
    place === 0 ? students(there.students) : el("span", { class: "faint" }, `with ${group[0]}`));
}

function character(game, number, card) {
  const price = (characters[number]?.cost ?? 0) + (card.used ? 1 : 0);
  return el("li", { class: game.active_character?.number === Number(number) ? "card on" : "card" },
    el("strong", {}, nameOf(number)), `, ${several(price, "coin")}`,
    el("p", {}, characters[number]?.effect),
    card.students && students(card.students),
    card.no_entry !== undefined && `no-entry tiles: ${card.no_entry}`);
}

function school(game, letter, who) {
  const [board, player] = [game.boards[letter], LETTERS.indexOf(letter)];
  const colour = ["white", "black", "grey"][game.players === 4 ? player % 2 : player];
  const built = groupsOf(game).filter(([first]) => game.islands[first].tower === colour).flat().length;
  const assistant = game.assistants?.[letter] ?? game.played.find(([one]) => one === letter)?.[1];
  const row = (label, ...what) => [el("dt", {}, label), el("dd", {}, what)];
  return el("section", { class: game.active === letter ? "school on" : "school" }, el("h3", {}, who(player)),
    el("dl", {},
      row("Entrance", students(board.entrance)),
      row("Dining room", students(board.dining, board.professors)),
      row("Towers left", tower(colour), ` ${(game.players === 3 ? 6 : 8) - built}`),
      game.expert && row("Coins", board.coins),
      row("Assistant", assistant ?? "none yet"),
      row("In hand", game.hands[letter].join(" ") || "none")));
}

// ---------------------------------------------------------------- words

/** What has to be decided. */
export function question({ game }) {
  if (game.unfinished) return `use the ${nameOf(game.unfinished.action.number)}`;
  if (game.step === "students") return `move a student, ${game.moved + 1} of ${game.players === 3 ? 4 : 3}`;
  return STEPS[game.step] ?? "play an assistant";
}

/** A legal action: the group it is shown in, its label, and, where that makes for fewer buttons, what to pick first. */
export function choice(action, { game }) {
  switch (action.do) {
    case "play_assistant":
      return { group: ASSISTANT, label: `${action.value} (${several((action.value + 1) >> 1, "step")})` };
    case "move_student": {
      const place = action.to === "dining" ? "the dining room" : islandWords(game, action.to.island);
      return { group: "Move a student", pick: action.colour, label: `to ${place}` };
    }
    case "move_mother_nature": {
      const groups = groupsOf(game);
      const at = groups.findIndex(([first]) => first === game.mother_nature);
      const [first] = groups[(at + action.steps) % groups.length];
      return { group: "Send mother nature", label: `${several(action.steps, "step")}, to ${islandWords(game, first)}` };
    }
    case "take_cloud":
      return { group: "Take a cloud", label: `cloud ${action.cloud} (${amounts(game.clouds[action.cloud - 1])})` };
    case "play_character":
      return { group: CHOICES.character, label: nameOf(action.number) };
    case "end_turn":
      return { group: "Your turn", label: "End the turn" };
  }
  const words = { character: nameOf, island: (tile) => islandWords(game, tile) }[action.what] ?? String;
  return { group: CHOICES[action.what] ?? action.what, label: words(action.value) };
}

const student = (e) => `a ${e.colour} student ${e.source === "card" ? "of the card " : ""}`;

/** What happened, by kind of event; nothing for what a look at the table tells as well. */
export const told = {
  RoundStarted: (e, who) => `Round ${e.number}, opened by ${who(e.first_player)}`,
  AssistantPlayed: (e, who) => `${who(e.seat)} plays assistant ${e.value}`,
  StudentToDining: (e, who) => e.source !== "swap" && `${who(e.seat)} moves ${student(e)}to the dining room`,
  StudentToIsland: (e, who) => `${who(e.seat)} moves ${student(e)}to island ${e.tile}`,
  StudentsSwapped: (e, who) => `${who(e.seat)} gives ${e.given} for ${e.taken} of the ${e.source}`,
  ProfessorMoved: (e, who) =>
    `${who(e.seat)} takes the ${e.colour} professor${e.former === null ? "" : ` from ${who(e.former)}`}`,
  MotherNatureMoved: (e, who) => `${who(e.seat)} sends mother nature to island ${e.tile}`,
  TowersChanged: (e) =>
    `${several(e.tiles, `${e.tower} tower`)} on island ${e.tile}${e.former ? ` instead of ${e.former}` : ""}`,
  IslandsJoined: (e) => `Islands ${e.tile} and ${e.other} belong together now`,
  NoEntryPlaced: (e) => `A no-entry tile lies on island ${e.tile}`,
  NoEntryUsed: (e) => `The no-entry tile on island ${e.tile} goes back to its card`,
  CloudTaken: (e, who) => `${who(e.seat)} takes cloud ${e.cloud} (${amounts(e.students)})`,
  CharacterPlayed: (e, who) => `${who(e.seat)} uses the ${nameOf(e.number)} for ${several(e.paid, "coin")}`,
  StudentsReturned: (e, who) => e.count > 0 && `${who(e.seat)} returns ${e.count} ${e.colour} to the bag`,
  ColourIgnored: (e) => `Students of ${e.colour} count nothing this turn`,
  LastRound: (e) => `This is the last round: ${WHY[e.why] ?? e.why}`,
  GameEnded: (e, who) => `The game ends: ${WHY[e.why] ?? e.why}. ${listed(e.winners.map(who))} won`,
};
