// Eriantys as the table needs it.

import { COLOURS } from "../kit/students";
import type { TableView } from "../protocol";
import type { Compared, Course, Game, Who } from "../table/game";
import { counted, listed, t, type Key, type Said } from "../words/words.svelte";
import Board from "./Board.svelte";
import * as reading from "./reading";
import { gameOf, LETTERS } from "./reading";
import { character, tell } from "./telling";

function asked(view: TableView, yours: boolean, name: string): Said | null {
  const game = gameOf(view);
  if (!game || game.phase === "over") return null;
  return yours ? askedOfYou(game, view) : askedOfOther(game, name);
}

function askedOfYou(game: reading.Eriantys, view: TableView): Said {
  if (game.unfinished) {
    const using: Said = { key: character(game.unfinished.action.number) };
    const what = new Set(view.legal.filter(({ do: deed }) => deed === "choose").map((action) => action["what"]));
    const order = ["from_card", "from_entrance", "from_dining", "colour", "island"] as const;
    if (what.has("swap")) return { key: "ask.character.swap", with: { character: using } };
    const first = order.find((each) => what.has(each)) ?? "island";
    return { key: `ask.character.${first}`, with: { character: using } };
  }
  if (game.phase === "planning") return { key: "ask.play_assistant" };
  switch (game.step) {
    case "students": {
      const left = reading.toMove(game) - (game.moved ?? 0);
      return { key: counted("ask.students", left), with: { count: left } };
    }
    case "mother_nature": {
      const most = Math.max(1, ...view.legal.map((action) => Number(action["steps"] ?? 0)));
      return { key: "ask.mother_nature", with: { steps: { key: counted("piece.steps", most), with: { count: most } } } };
    }
    case "cloud":
      return { key: "ask.cloud" };
    default:
      return { key: "ask.end" };
  }
}

function askedOfOther(game: reading.Eriantys, name: string): Said {
  if (game.unfinished) {
    return { key: "asks.character", with: { name, character: { key: character(game.unfinished.action.number) } } };
  }
  if (game.phase === "planning") return { key: "asks.play_assistant", with: { name } };
  return { key: `asks.${game.step ?? "end"}`, with: { name } };
}

function compared(view: TableView, who: Who): Compared {
  const game = gameOf(view);
  const won = new Set((view.result?.winners ?? []).map((seat) => view.seats[seat]?.player));
  const rows = (game ? reading.sidesOf(game) : []).map((side) => {
    const players = game ? reading.members(game, side).map((letter) => LETTERS.indexOf(letter)) : [];
    return {
      name: listed(players.map(who)),
      figures: game ? [reading.towersBuilt(game, side), reading.professorsOf(game, side).length] : [],
      won: players.some((player) => won.has(player)),
      players,
    };
  });
  return { columns: ["result.towers", "result.professors"], deciding: [0, 1], rows };
}

const FEWEST_GROUPS = 3;

function ending(view: TableView): Key | null {
  const game = gameOf(view);
  if (game?.phase !== "over") return null;
  if (reading.sidesOf(game).some((side) => reading.towersLeft(game, side) === 0)) return "tell.ended.last_tower";
  if (reading.groups(game).length <= FEWEST_GROUPS) return "tell.ended.few_groups";
  return game.bag === 0 ? "tell.ended.bag_empty" : "tell.ended.no_assistants";
}

function course(view: TableView, who: Who): Course {
  const game = gameOf(view);
  const rows = (game ? reading.sidesOf(game) : []).map((side) => ({
    players: reading.members(game!, side).map((letter) => LETTERS.indexOf(letter)),
    name: listed(reading.members(game!, side).map((letter) => who(LETTERS.indexOf(letter)))),
    figures: [reading.towersBuilt(game!, side), reading.professorsOf(game!, side).length, reading.influenceInAll(game!, side)],
  }));
  return { measures: ["result.towers", "result.professors", "replay.chart.influence"], rows };
}

export const eriantys: Game = {
  Board,
  tell,
  asked,
  compared,
  ending,
  course,
  get keys(): Game["keys"] {
    const letters = COLOURS.map((colour) => t(`letter.${colour}`)).join(" "); // those on the pieces
    return [
      ["1 – 9, 0", "keys.digits"],
      ["1 – 4", "keys.clouds"],
      [letters, "keys.colours"],
      ["D", "keys.dining"],
      ["I", "keys.islands"],
    ];
  },
};
