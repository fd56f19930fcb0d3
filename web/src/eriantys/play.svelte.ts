// Playing at the board: what is picked up, what a click on each place means, and why it may mean nothing now.

import type { Colour } from "../kit/students";
import type { GameAction } from "../protocol";
import type { TableStore } from "../table/store.svelte";
import { n, t } from "../words/words.svelte";
import { at, choices, type Choices } from "./choices";
import * as reading from "./reading";
import { gameOf, LETTERS, type Eriantys, type Group, type Letter } from "./reading";

export class Play {
  /** The student that is lifted from the entrance, and the game as it was then. */
  private lifted = $state.raw<{ colour: Colour; game: Eriantys } | null>(null);
  /** Its colour; it is put down once the game has gone on. */
  readonly picked: Colour | null;
  /** Where a finger would move mother nature, and the game as it was then. */
  private tapped = $state.raw<{ group: Group; game: Eriantys } | null>(null);
  /** A finger cannot hover: its first tap shows what would happen on this group, the next one moves her there. */
  readonly considered: Group | null;
  /** The character whose card is looked at. */
  inspected = $state<number | null>(null);
  /** A tower that rises now waits until its influence was counted. */
  counted = false;
  readonly game: Eriantys;
  readonly choices: Choices;
  /** As long as it stays the same, so does the influence on an island where nothing changes. */
  readonly sway: reading.Sway;
  /** Whose school lies in front: one's own, or that of the one whom somebody without a seat looks at. */
  readonly you: Letter;
  readonly seated: boolean;

  constructor(readonly table: TableStore) {
    this.game = $derived(gameOf(table.view!)!);
    const sway = $derived(JSON.stringify(reading.swayOf(this.game)));
    this.sway = $derived(JSON.parse(sway) as reading.Sway);
    this.choices = $derived(choices(table.view!.legal, this.game));
    const player = $derived(table.view!.you === null ? null : (table.view!.seats[table.view!.you]?.player ?? null));
    this.seated = $derived(player !== null);
    this.you = $derived(LETTERS[player ?? table.front] ?? "A");
    const stillLifted = $derived(this.lifted?.game === this.game && this.choices.students.has(this.lifted.colour));
    this.picked = $derived(stillLifted ? (this.lifted?.colour ?? null) : null);
    this.considered = $derived(this.tapped?.game === this.game ? this.tapped.group : null);
    $effect(() => {
      if (this.inspected !== null && this.game.unfinished) this.inspected = null;
    });
    const over = $derived(table.view?.phase === "over" || table.view?.phase === "closed");
    $effect(() => {
      if (over) this.inspected = null; // how it ended comes first; a card can be looked at again
    });
  }

  /** Where the student that is lifted can go. */
  get ways() {
    return this.picked === null ? undefined : this.choices.students.get(this.picked);
  }

  get others(): Letter[] {
    const all = reading.playersOf(this.game);
    const here = all.indexOf(this.you);
    return [...all.slice(here + 1), ...all.slice(0, here)];
  }

  readonly name = (letter: Letter): string => this.table.who(LETTERS.indexOf(letter));

  // ---------------------------------------------------------------- what can be chosen

  /** What a click on a group does now. */
  islandAction(group: Group): GameAction | undefined {
    const { motherNature, islands } = this.choices;
    return (this.ways && at(this.ways.islands, group)) ?? at(motherNature, group)?.action ?? at(islands, group);
  }

  /** The seats of the dining room light up for the student that is lifted. */
  get diningAction(): GameAction | null {
    return this.ways?.dining ?? null;
  }

  tableAction(colour: Colour): GameAction | undefined {
    const lifted = this.picked === colour ? this.diningAction : null;
    return lifted ?? this.choices.fromDining.get(colour) ?? this.choices.colours.get(colour);
  }

  /** The student that would come to a group by a choice of it: one that is lifted, or the monk's. */
  placed(group: Group): Colour | null {
    if (this.picked !== null) return this.ways && at(this.ways.islands, group) ? this.picked : null;
    return at(this.choices.islands, group) ? (this.game.unfinished?.action.colour ?? null) : null;
  }

  canLift(colour: Colour): boolean {
    return this.choices.students.has(colour) || this.choices.fromEntrance.has(colour);
  }

  // ---------------------------------------------------------------- clicks

  /** The board stays as it is until the answer changes it: it is drawn once for a move. */
  private act(action: GameAction): void {
    this.inspected = null;
    this.tapped = null;
    this.table.act(action);
  }

  assistant(value: number): void {
    const action = this.choices.assistants.get(value);
    if (action) return this.act(action);
    if (this.choices.assistants.size) this.refuse(t("why.assistant_taken", { value }), "5.2");
    else this.refuse(t("why.not_now"));
  }

  entrance(colour: Colour): void {
    const action = this.choices.fromEntrance.get(colour);
    if (action) return this.act(action);
    if (!this.choices.students.has(colour)) return this.refuse(t("why.not_now"));
    this.inspected = null;
    if (this.picked === colour) this.lifted = null;
    else this.lift(colour);
  }

  lift(colour: Colour): void {
    this.lifted = { colour, game: this.game };
  }

  dining(): void {
    if (this.diningAction) return this.act(this.diningAction);
    if (this.picked) return this.refuse(t("why.table_full", { colour: t(`colour.${this.picked}`) }), "6.1");
    this.refuse(this.choices.students.size ? t("why.pick_student") : t("why.not_now"));
  }

  diningTable(colour: Colour): void {
    const action = this.tableAction(colour);
    if (action) this.act(action);
    else this.dining();
  }

  island(group: Group): void {
    const action = this.islandAction(group);
    if (action) return this.act(action);
    this.tapped = null;
    if (this.choices.students.size) return this.refuse(t("why.pick_student"));
    if (this.choices.motherNature.size) this.refuse(t("why.too_far"), "6.2");
    else this.refuse(t("why.not_now"));
  }

  /** Like a click, except that mother nature waits for a second tap. */
  tapIsland(group: Group): void {
    const settled = this.considered?.[0] === group[0];
    if (settled || this.picked !== null || !at(this.choices.motherNature, group)) return this.island(group);
    this.inspected = null;
    this.tapped = { group, game: this.game };
  }

  cloud(number: number): void {
    const action = this.choices.clouds.get(number);
    if (action) return this.act(action);
    if (this.choices.clouds.size) this.refuse(t("why.cloud_taken"), "6.5");
    else this.refuse(t("why.not_now"));
  }

  /** A look at the card first: using it costs coins. */
  character(number: number): void {
    this.lifted = null;
    this.tapped = null;
    this.inspected = this.inspected === number ? null : number;
  }

  use(number: number): void {
    const action = this.choices.characters.get(number);
    if (action) this.act(action);
    else this.refuse(this.whyNot(number) ?? t("why.not_now"), "10");
  }

  cardStudent(colour: Colour): void {
    const action = this.choices.fromCard.get(colour);
    if (action) this.act(action);
  }

  choose(action: GameAction | null | undefined): void {
    if (action) this.act(action);
  }

  letGo(): void {
    this.lifted = null;
    this.tapped = null;
    this.inspected = null;
  }

  /** Whether a character can be used, for the ears: it can, it is, or why not. Those who watch use none. */
  stateOf(number: number): string {
    if (this.game.active_character?.number === number) return t("character.in_force");
    if (this.game.unfinished?.action.number === number) return t("character.in_use");
    if (!this.seated || this.game.phase === "over") return "";
    return this.whyNot(number) ?? t("character.usable");
  }

  /** Why a character cannot be used now; null where it can. */
  whyNot(number: number): string | null {
    if (this.choices.characters.has(number)) return null;
    const card = this.game.characters?.[String(number)];
    const coins = reading.school(this.game, this.you).coins ?? 0;
    const price = card ? reading.price(number, card) : 0;
    if (!this.table.yourTurn || this.game.phase !== "action") return t("why.character_later");
    if (this.game.character_used) return t("why.character_used");
    if (price > coins) return t("why.character_coins", { price, coins: n("piece.coins", coins) });
    return t("why.character_nothing");
  }

  /** Somebody else's turn has its own words. `section`: where the rules say so. */
  private refuse(why: string, section?: string): void {
    const { view } = this.table;
    if (!view || this.table.busy) return;
    if (view.you === null) return this.table.mention(t("table.watching"));
    if (view.turn !== null && view.turn !== view.you) {
      return this.table.tell(t("refused.not_your_turn", { name: this.table.nameOf(view.turn) }));
    }
    this.table.explain(why, section);
  }
}
