// What lies somewhere, in words: for labels, and for whoever listens instead of looking.

import { present, type Colour, type Students } from "../kit/students";
import { listed, n, t } from "../words/words.svelte";
import type { Play } from "./play.svelte";
import * as reading from "./reading";
import type { Group, Island, Letter } from "./reading";

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

/** What is on an island besides what lies there. */
export interface Standing {
  nature: boolean;
  /** Of mother nature, to come here. */
  steps: number | undefined;
  /** The student that is about to be put here. */
  placing: Colour | null;
}

/** A whole island: its name, what is on it, who has which influence. */
export function islandWords(play: Play, group: Group, here: Island, { nature, steps, placing }: Standing): string {
  const parts = [studentsIn(here.students)];
  if (here.tower) parts.push(n("piece.towers", group.length, { tower: t(`tower.${here.tower}`) }));
  if (nature) parts.push(t("piece.mother_nature"));
  if (here.no_entry) parts.push(n("piece.no_entry", here.no_entry));
  if (steps !== undefined) parts.push(n("piece.steps", steps));
  return `${groupName(group)}: ${parts.join(", ")}; ${influenceWords(play, group, here, placing)}.`;
}

/** "you 4, Bea 3: your tower"; with the student that is being placed there, if there is one. */
export function influenceWords(play: Play, group: Group, here: Island, placing: Colour | null): string {
  if (placing === null) return counted(play, group, here);
  const students = { ...here.students, [placing]: (here.students[placing] ?? 0) + 1 };
  const words = counted(play, group, { ...here, students });
  return t("influence.placed", { colour: t(`colour.${placing}`), words });
}

function counted({ sway, seated, you, name }: Play, group: Group, here: Island): string {
  if (here.no_entry) return t("influence.no_entry");
  const shares = reading.influence(sway, here, group.length);
  const own = seated ? sway.sides.find(({ letters }) => letters.includes(you))?.side : undefined;
  const sides = sway.sides.filter(({ side }) => (shares.get(side) ?? 0) > 0);
  if (!sides.length) return t("influence.none");
  sides.sort((one, other) => Number(other.side === own) - Number(one.side === own));
  const called = (letters: readonly Letter[]) => listed(letters.map(name));
  const named = sides
    .map(({ side, letters }) => {
      const count = shares.get(side) ?? 0;
      if (side !== own) return t("influence.side", { name: called(letters), count });
      return t(letters.length > 1 ? "influence.team" : "influence.you", { count });
    })
    .join(", ");
  const ahead = sides.find(({ side }) => side === reading.strongest(shares));
  if (!ahead || ahead.side === here.tower) return t("influence.keep", { shares: named });
  return ahead.side === own
    ? t("influence.take.you", { shares: named })
    : t("influence.take.other", { shares: named, name: called(ahead.letters) });
}
