// What lies somewhere, in words: for labels, and for whoever listens instead of looking.

import { present, type Students } from "../kit/students";
import { capital, listed, n, t } from "../words/words.svelte";
import type { Play } from "./play.svelte";
import * as reading from "./reading";
import type { Group } from "./reading";

export function studentsIn(students: Students): string {
  const parts = present(students).map((colour) =>
    t("piece.students", { count: students[colour] ?? 0, colour: t(`colour.${colour}`) }),
  );
  return listed(parts) || t("piece.none");
}

export function groupName(group: Group): string {
  const [first, last] = [group[0] ?? 0, group.at(-1) ?? 0];
  return group.length === 1 ? t("place.island", { first }) : t("place.island.more", { first, last });
}

/** A whole island: its name, what is on it, who has which influence. */
export function islandWords(play: Play, group: Group): string {
  const { game } = play;
  const here = reading.island(game, group);
  const parts = [studentsIn(here.students)];
  if (here.tower) parts.push(n("piece.towers", group.length, { tower: t(`tower.${here.tower}`) }));
  if (group.includes(game.mother_nature)) parts.push(t("piece.mother_nature"));
  if (here.no_entry) parts.push(n("piece.no_entry", here.no_entry));
  const steps = play.choices.motherNature.get(group[0] ?? 0)?.steps;
  if (steps !== undefined) parts.push(n("piece.steps", steps));
  return `${groupName(group)}: ${parts.join(", ")}. ${capital(influenceWords(play, group))}.`;
}

/** "you 4, Bea 3: your tower". */
export function influenceWords(play: Play, group: Group): string {
  const { game } = play;
  const here = reading.island(game, group);
  if (here.no_entry) return t("influence.no_entry");
  const counted = reading.influence(game, group);
  const own = play.seated ? reading.sideOf(game, play.you) : null;
  const sides = [...counted].filter(([, count]) => count > 0);
  if (!sides.length) return t("influence.none");
  sides.sort(([one], [other]) => Number(other === own) - Number(one === own));
  const called = (side: reading.Tower) => listed(reading.members(game, side).map((letter) => play.name(letter)));
  const shares = sides
    .map(([side, count]) => {
      if (side !== own) return t("influence.side", { name: called(side), count });
      return t(game.players === 4 ? "influence.team" : "influence.you", { count });
    })
    .join(", ");
  const ahead = reading.strongest(counted);
  if (ahead === null || ahead === here.tower) return t("influence.keep", { shares });
  return ahead === own
    ? t("influence.take.you", { shares })
    : t("influence.take.other", { shares, name: called(ahead) });
}
