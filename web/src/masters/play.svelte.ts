// Playing at the board: what is looked at or picked up, what a click on each place means, and why it may mean nothing.

import type { GameAction } from "../protocol";
import type { Identity } from "../table/identity";
import type { TableStore } from "../table/store.svelte";
import { capital, say, t } from "../words/words.svelte";
import { cardsOf, type CardSet, type Leader } from "./cards";
import { choices, type Choices, type Target } from "./choices";
import { payOf, planned, type Payment } from "./paying";
import * as producing from "./producing";
import type { Power } from "./producing";
import * as reading from "./reading";
import { boardOf, gameOf, LETTERS, type Letter, type Line, type Masters, type PlayerBoard } from "./reading";
import { total, type Amounts, type Resource } from "./resources";
import * as saying from "./saying";
import { held, isShelf, layoutOf, moved, type Place } from "./storing";
import * as why from "./why";

/** What the action panel is about, besides what is asked. */
export type Open =
  | { kind: "line"; line: Line }
  | { kind: "card"; id: number }
  | { kind: "leader"; id: number }
  | { kind: "production" };

export class Play {
  open = $state.raw<Open | null>(null);
  /** The line that the pointer or the focus is on. */
  hovered = $state<Line | null>(null);
  production = $state.raw<producing.Draft>(producing.EMPTY);
  /** Of the purchase: the slot, and where the payment shall come from. */
  slot = $state<number | null>(null);
  wished = $state.raw<Payment>({});
  /** Leaders that shall be kept. */
  keeping = $state.raw<number[]>([]);
  /** The shelf or depot that is lifted, to be moved. */
  lifted = $state.raw<Place | null>(null);
  /** Clicks on shelves move what is stored, though something waits to be stored. */
  arranging = $state(false);

  readonly game: Masters;
  readonly cards: CardSet;
  readonly choices: Choices;
  /** Whose board lies in front: one's own, or that of the one whom somebody without a seat looks at. */
  readonly you: Letter;
  readonly seated: boolean;
  readonly board: PlayerBoard;
  readonly powers: Power[];
  readonly depots: Resource[];

  constructor(readonly table: TableStore) {
    this.game = $derived(gameOf(table.view!)!);
    this.cards = $derived(cardsOf(table.view!));
    this.choices = $derived(choices(table.view!.legal));
    const player = $derived(table.view!.you === null ? null : (table.view!.seats[table.view!.you]?.player ?? null));
    this.seated = $derived(player !== null);
    this.you = $derived(LETTERS[player ?? table.front] ?? "A");
    this.board = $derived(boardOf(this.game, this.you));
    this.powers = $derived(producing.powersOf(this.board, this.cards));
    this.depots = $derived(reading.leaderDepots(this.board, this.cards));
    // What was begun can be done with: made, taken back, or not one's turn any more.
    $effect(() => {
      if (table.busy) return;
      const { production, layout, places, lines } = this.choices;
      if (this.open?.kind === "production" && !production) this.close();
      if (this.open?.kind === "line" && !lines.size) this.close();
      if (this.lifted !== null && (!layout || reading.kept(held(this.board, this.lifted)) === null)) this.lifted = null;
      if (this.arranging && (!layout || !places.size)) this.arranging = false;
      if (!this.choices.keep.size) this.keeping = [];
    });
  }

  get others(): Letter[] {
    const all = reading.playersOf(this.game);
    const here = all.indexOf(this.you);
    return [...all.slice(here + 1), ...all.slice(0, here)];
  }

  get over(): boolean {
    return this.table.isOver;
  }

  name(letter: Letter): string {
    return this.table.who(LETTERS.indexOf(letter));
  }

  /** How a player looks: on the track, in strips, in the log. */
  identity(letter: Letter): Identity | null {
    return this.table.identity(this.table.seatOf(LETTERS.indexOf(letter))) ?? null;
  }

  deciding(letter: Letter): boolean {
    return !this.game.over && reading.deciding(this.game) === letter;
  }

  /** The line whose yield is shown. */
  get previewed(): Line | null {
    return this.hovered ?? (this.open?.kind === "line" ? this.open.line : null);
  }

  get next(): Resource | null {
    return reading.nextToPlace(this.game);
  }

  /** Whether clicks on shelves put what waits there. */
  get placing(): boolean {
    return this.choices.places.size > 0 && !this.arranging;
  }

  private act(action: GameAction): void {
    if (this.table.busy) return; // one at a time
    this.close();
    this.lifted = null;
    this.hovered = null;
    this.table.act(action);
  }

  close(): void {
    this.open = null;
    this.production = producing.EMPTY;
    this.slot = null;
    this.wished = {};
  }

  /** The innermost thing first. */
  letGo(): void {
    if (this.lifted !== null) this.lifted = null;
    else if (this.arranging) this.arranging = false;
    else this.close();
  }

  private look(open: Open): void {
    this.close();
    this.lifted = null;
    this.open = open;
  }

  choose(action: GameAction | null | undefined): void {
    if (action) this.act(action);
    else this.refuse(t("why.not_now"));
  }

  // ---------------------------------------------------------------- the market

  /** The first click shows what the line gives, the second takes it. */
  line(line: Line): void {
    const action = this.choices.lines.get(line);
    if (!action) return this.refuse(why.noMain(this), "3");
    if (this.open?.kind === "line" && this.open.line === line) this.act(action);
    else this.look({ kind: "line", line });
  }

  // ---------------------------------------------------------------- the warehouse

  targetOf(place: Place): Target | null {
    if (isShelf(place)) return `depot_${place}`;
    return place === this.next ? "leader_depot" : null;
  }

  /** Whether a click on a shelf does something now. */
  shelfOpen(place: Place): boolean {
    if (this.lifted !== null) return place === this.lifted || this.movable(this.lifted, place);
    if (!this.placing) return this.choices.layout !== null && reading.kept(held(this.board, place)) !== null;
    const target = this.targetOf(place);
    return target !== null && this.choices.places.has(target);
  }

  movable(from: Place, to: Place): boolean {
    return this.choices.layout !== null && moved(this.board, this.depots, from, to) !== null;
  }

  shelf(place: Place): void {
    if (this.lifted === place) this.lifted = null;
    else if (this.lifted !== null) this.move(this.lifted, place);
    else if (this.placing) this.put(place);
    else this.lift(place);
  }

  lift(place: Place): void {
    if (!this.choices.layout) return this.refuse(t("why.not_now"));
    if (reading.kept(held(this.board, place)) === null) return this.refuse(t("masters.why.nothing"));
    this.close();
    this.lifted = place;
  }

  move(from: Place, to: Place): void {
    const layout = moved(this.board, this.depots, from, to);
    if (!layout || !this.choices.layout) {
      this.lifted = null;
      return this.refuse(t("masters.why.move"), "5.2");
    }
    this.act({ do: "rearrange", to: layoutOf(layout) });
  }

  /** What waits goes there. */
  put(place: Place): void {
    const target = this.targetOf(place);
    const action = target && this.choices.places.get(target);
    if (action) this.act(action);
    else this.refuse(why.notThere(this, place), "5.2");
  }

  discard(): void {
    this.choose(this.choices.places.get("discard"));
  }

  // ---------------------------------------------------------------- buying

  card(id: number): void {
    if (this.open?.kind === "card" && this.open.id === id) return this.close();
    this.look({ kind: "card", id });
    this.slot = reading.slotsFor(this.board, this.cards.development(id).level)[0] ?? null;
  }

  paymentFor(id: number): Payment | null {
    return planned(this.board, reading.price(this.board, this.cards, this.cards.development(id)), this.wished);
  }

  buy(id: number): void {
    const payment = this.paymentFor(id);
    if (!this.choices.cards.has(id) || payment === null || this.slot === null) {
      return this.refuse(this.whyNotBuy(id) ?? t("why.not_now"), "4.2");
    }
    this.act({ do: "buy", card: id, slot: this.slot, pay: payOf(this.board, payment) });
  }

  /** Why a card cannot be bought now; null where it can, or an answer is awaited. */
  whyNotBuy(id: number): string | null {
    return this.table.busy ? null : why.notBuy(this, id);
  }

  // ---------------------------------------------------------------- producing

  /** A power more or less; the first one begins the production. */
  power(name: string): void {
    if (!this.choices.production) return this.refuse(why.noMain(this), "3");
    if (this.open?.kind !== "production") this.look({ kind: "production" });
    const { board, powers, production } = this;
    const changed = producing.toggled(board, powers, production, name);
    if (producing.addable(board, powers, production, name)) this.production = changed;
    else this.refuse(why.lack(producing.short(board, powers, changed)), "4.3");
  }

  using(name: string): boolean {
    return this.open?.kind === "production" && this.production.powers.includes(name);
  }

  canUse(name: string): boolean {
    return this.choices.production !== null && producing.addable(this.board, this.powers, this.production, name);
  }

  startProduction(): void {
    if (this.choices.production) this.look({ kind: "production" });
    else this.refuse(why.noMain(this), "3");
  }

  produce(): void {
    const action = producing.action(this.board, this.powers, this.production);
    if (action && this.choices.production) return this.act(action);
    const lack = producing.short(this.board, this.powers, this.production);
    this.refuse(total(lack) > 0 ? why.lack(lack) : t("masters.why.no_powers"), "4.3");
  }

  /** What would be paid, from where, for what is being considered. */
  get spending(): Payment {
    if (this.open?.kind === "production") return producing.payment(this.board, this.powers, this.production) ?? {};
    if (this.open?.kind === "card" && this.choices.cards.has(this.open.id)) return this.paymentFor(this.open.id) ?? {};
    return {};
  }

  /** What it would give. */
  get gaining(): Amounts {
    if (this.open?.kind !== "production") return {};
    const { gives } = producing.balance(this.powers, this.production);
    return total(producing.short(this.board, this.powers, this.production)) > 0 ? {} : gives;
  }

  // ---------------------------------------------------------------- leaders

  /** At the beginning a click keeps one; later it shows it, with what can be done. */
  leader(id: number): void {
    if (this.choices.keep.size || this.dealt.includes(id)) return this.keep(id);
    const leader = this.cards.leader(id);
    if (leader.kind === "production" && this.board.played.includes(id) && this.choices.production) {
      return this.power(`leader:${id}`);
    }
    if (this.open?.kind === "leader" && this.open.id === id) this.close();
    else this.look({ kind: "leader", id });
  }

  get dealt(): number[] {
    return reading.seen(this.board.dealt);
  }

  private keep(id: number): void {
    if (!this.choices.keep.size) return this.refuse(t("why.not_now"));
    this.table.hush(); // it was about how many there were
    this.keeping = this.keeping.includes(id) ? this.keeping.filter((each) => each !== id) : [...this.keeping, id].slice(-2);
  }

  keepThem(): void {
    if (this.keeping.length !== 2) return this.refuse(t("masters.why.two"), "2");
    this.act({ do: "keep_leaders", cards: this.keeping });
  }

  /** Why a leader in hand cannot be played now; null where it can, or others decide. */
  whyNotPlay(leader: Leader): string | null {
    return this.table.busy || !this.table.yourTurn ? null : why.notPlay(this, leader);
  }

  // ---------------------------------------------------------------- words

  /** Somebody else's turn has its own words. `section`: where the rules say so. */
  refuse(reason: string, section?: string): void {
    const { view } = this.table;
    if (!view || this.table.busy) return;
    if (view.you === null) return this.table.mention(t("table.watching"));
    if (view.turn !== null && view.turn !== view.you) {
      return this.table.tell(t("refused.not_your_turn", { name: this.table.nameOf(view.turn) }));
    }
    this.table.explain(reason, section);
  }

  /** What is lifted, or what waits, in the place of what is asked. */
  get sentence(): string | null {
    if (this.lifted !== null) return t("masters.ask.lifted");
    if (this.arranging) return t("masters.ask.arrange");
    if (this.open?.kind === "line" && this.choices.lines.size) return capital(say(saying.line(this.open.line)));
    if (this.open?.kind === "production") return t("masters.do.choose_powers");
    return null;
  }
}
