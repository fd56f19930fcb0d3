import { expect, it } from "vitest";
import type { SeatView, TableView } from "../protocol";
import { say } from "../words/words.svelte";
import { afterResigning, lostByLeaving, whilePaused, whyOver } from "./leaving";

type There = Partial<SeatView> & { name: string };

const PATIENCE = { turn: 30, alone: 50, clock: 30, lobby: 60 };

/** A game that is played, seen from the first seat. */
function view(seats: There[], more: Partial<TableView> = {}): TableView {
  return {
    phase: "playing",
    you: 0,
    options: { patience: PATIENCE },
    seats: seats.map((seat) => ({ bot: null, connected: true, stand_in: null, look: { tower: null }, ...seat })),
    ...more,
  } as unknown as TableView;
}
const [ada, bob, cyd, dan] = [{ name: "Ada" }, { name: "Bob" }, { name: "Cyd" }, { name: "Dan" }];
const bot = { name: "greedy-1", bot: "greedy" };
const tower = (colour: "white" | "black", seat: There) => ({ ...seat, look: { tower: colour, wizard: null } });
const teams = [tower("white", ada), tower("black", bob), tower("white", cyd), tower("black", dan)];

it.each<[string, TableView, RegExp]>([
  ["the other one wins", view([ada, bob]), /back within 50 seconds, Bob wins\./],
  ["bots do not count", view([ada, bob, bot]), /Bob wins\./],
  ["who has resigned does not count", view([ada, bob, { ...cyd, stand_in: "resigned" }]), /Bob wins\./],
  ["with more a stand-in plays", view([ada, bob, cyd]), /a stand-in plays your turns, 30 seconds/],
  ["a team wins whole", view(teams.map((seat, at) => ({ ...seat, connected: at < 2 }))), /Bob and Dan win\./],
  ["nobody else is here", view([ada, { ...bob, connected: false }]), /the game waits/],
])("leaving: %s", (_, there, words) => {
  expect(say(lostByLeaving(there)!)).toMatch(words);
});

it.each<[string, TableView]>([
  ["against bots", view([ada, bot])],
  ["who watches", view([ada, bob], { you: null })],
  ["once it is over", view([ada, bob], { phase: "over" })],
  ["before it begins", view([ada, bob], { phase: "open" })],
  ["who has resigned", view([{ ...ada, stand_in: "resigned" }, bob, cyd])],
])("nothing is lost: %s", (_, there) => {
  expect(lostByLeaving(there)).toBeNull();
});

it.each<[string, TableView, string]>([
  ["of two the other one wins", view([ada, bob]), "Resign? Then Bob wins."],
  ["a bot, too", view([ada, bot]), "Resign? Then Gazza wins."],
  ["with more a stand-in goes on", view([ada, bob, cyd]), "Resign? A stand-in goes on for you."],
  ["among bots nobody wins", view([ada, bot, { ...bot, name: "greedy-2" }]), "Resign? Then the game ends without a winner."],
  ["a team goes on while one of it does", view(teams), "Resign? A stand-in goes on for you."],
  [
    "the other team wins when nobody of this one is left",
    view(teams.map((seat, at) => (at === 2 ? { ...seat, stand_in: "resigned" } : seat))),
    "Resign? Then Bob and Dan win.",
  ],
])("resigning: %s", (_, there, words) => {
  expect(say(afterResigning(there))).toBe(words);
});

const away = { connected: false };
const paused = { alone_since: 0 };

it.each<[string, TableView, string]>([
  ["who stays", view([ada, { ...bob, ...away }], paused), "until Bob is back. Otherwise you win in 9 s."],
  ["who is waited for", view([ada, { ...bob, ...away }, { ...cyd, ...away }], paused), "until Bob or Cyd is back."],
  ["who has resigned is not", view([ada, { ...bob, ...away }, { ...cyd, ...away, stand_in: "resigned" }], paused), "until Bob is back."],
  ["who watches", view([ada, { ...bob, ...away }], { ...paused, you: null }), "Otherwise Ada wins in 9 s."],
  ["a team", view(teams.map((seat, at) => (at ? { ...seat, ...away } : seat)), paused), "Otherwise your team wins in 9 s."],
])("paused: %s", (_, there, words) => {
  expect(say(whilePaused(there, 9)!)).toContain(words);
});

it("a game that goes on is not paused", () => {
  expect(whilePaused(view([ada, bob], { alone_since: null }), 9)).toBeNull();
});

it.each<[string, number | null, string]>([
  ["who has won", 0, "Bob was away too long."],
  ["who was away", 1, "You were away too long."],
  ["who watches", null, "Bob was away too long."],
])("over because nobody else was left: %s", (_, you, words) => {
  expect(say(whyOver(view([ada, bob, bot], { you }), { why: "alone", winners: [0], secret: "" }))).toBe(words);
});
