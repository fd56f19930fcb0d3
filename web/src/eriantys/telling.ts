// What happens in a game of Eriantys, in words. What a look at the board tells as well is left out.

import type { Colour } from "../kit/students";
import type { GameEvent } from "../protocol";
import { told, type Told, type Who } from "../table/game";
import { counted, known, type Key, type Said } from "../words/words.svelte";
import type { Tower } from "./reading";

type Source = "entrance" | "card" | "swap" | "dining";

type Event =
  | { event: "SetUp"; mother_nature: number }
  | { event: "RoundStarted"; number: number; first_player: number }
  | { event: "AssistantPlayed"; seat: number; value: number }
  | { event: "StudentToDining"; seat: number; colour: Colour; source: Source }
  | { event: "StudentToIsland"; seat: number; colour: Colour; tile: number; source: Source }
  | { event: "StudentsSwapped"; seat: number; given: Colour; taken: Colour; source: Source }
  | { event: "ProfessorMoved"; colour: Colour; seat: number; former: number | null }
  | { event: "MotherNatureMoved"; seat: number; tile: number }
  | { event: "TowersChanged"; tile: number; tiles: number; tower: Tower; former: Tower | null }
  | { event: "IslandsJoined"; tile: number; other: number }
  | { event: "NoEntryPlaced"; tile: number }
  | { event: "NoEntryUsed"; tile: number }
  | { event: "CloudTaken"; seat: number; cloud: number }
  | { event: "CharacterPlayed"; seat: number; number: number; paid: number }
  | { event: "StudentsReturned"; seat: number; colour: Colour; count: number }
  | { event: "ColourIgnored"; colour: Colour }
  | { event: "LastRound"; why: string }
  | { event: "GameEnded"; why: string };

const colour = (name: Colour): Said => ({ key: `colour.${name}` });
const tower = (name: Tower): Said => ({ key: `tower.${name}` });

export function tell(event: GameEvent, who: Who): Told | null {
  const e = event as Event;
  switch (e.event) {
    case "SetUp":
      return told("tell.set_up", { tile: e.mother_nature }, e.mother_nature);
    case "RoundStarted":
      return told("tell.round", { number: e.number, name: who(e.first_player) });
    case "AssistantPlayed":
      return told("tell.assistant", { name: who(e.seat), value: e.value });
    case "StudentToDining":
      if (e.source === "swap") return null; // the swap says it
      return told(e.source === "card" ? "tell.dining.card" : "tell.dining", {
        name: who(e.seat),
        colour: colour(e.colour),
      });
    case "StudentToIsland": {
      const key = e.source === "card" ? "tell.island.card" : "tell.island";
      return told(key, { name: who(e.seat), colour: colour(e.colour), tile: e.tile }, e.tile);
    }
    case "StudentsSwapped": {
      const key = e.source === "card" ? "tell.swapped.card" : "tell.swapped.dining";
      return told(key, { name: who(e.seat), given: colour(e.given), taken: colour(e.taken) });
    }
    case "ProfessorMoved": {
      const fields = { name: who(e.seat), colour: colour(e.colour) };
      if (e.former === null) return told("tell.professor", fields);
      return told("tell.professor.from", { ...fields, former: who(e.former) });
    }
    case "MotherNatureMoved":
      return told("tell.mother_nature", { name: who(e.seat), tile: e.tile }, e.tile);
    case "TowersChanged": {
      const fields = { tower: tower(e.tower), tile: e.tile, count: e.tiles };
      if (e.former === null) return told(counted("tell.towers", e.tiles), fields, e.tile);
      return told(counted("tell.towers.instead", e.tiles), { ...fields, former: tower(e.former) }, e.tile);
    }
    case "IslandsJoined":
      return told("tell.joined", { tile: e.tile, other: e.other }, e.tile);
    case "NoEntryPlaced":
      return told("tell.no_entry.placed", { tile: e.tile }, e.tile);
    case "NoEntryUsed":
      return told("tell.no_entry.used", { tile: e.tile }, e.tile);
    case "CloudTaken":
      return told("tell.cloud", { name: who(e.seat), cloud: e.cloud });
    case "CharacterPlayed": {
      const coins: Said = { key: counted("piece.coins", e.paid), with: { count: e.paid } };
      return told("tell.character", { name: who(e.seat), character: { key: character(e.number) }, coins });
    }
    case "StudentsReturned": {
      if (e.count === 0) return null;
      const fields = { name: who(e.seat), colour: colour(e.colour), count: e.count };
      return told(counted("tell.returned", e.count), fields);
    }
    case "ColourIgnored":
      return told("tell.ignored", { colour: colour(e.colour) });
    case "LastRound":
      return ending(`tell.last_round.${e.why}`);
    case "GameEnded":
      return ending(`tell.ended.${e.why}`);
    default:
      return null;
  }
}

function ending(wished: string): Told | null {
  const key = known(wished);
  return key === null ? null : told(key);
}

export const character = (number: number): Key => known(`character.${number}`) ?? "character.1";
export const effect = (number: number): Key => known(`effect.${number}`) ?? "effect.1";
