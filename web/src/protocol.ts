// The protocol of a house of Ludoteca. This file is made by the house: do not edit it.

/** The version of the protocol that these types describe. */
export const PROTOCOL = 1;

/** The path of the WebSocket of a table. */
export const SOCKET = "/api/tables/{code}/socket";

/** Bytes that one message to the house may have. */
export const LARGEST_MESSAGE = 65536;

/** What a client says; `type` names it. */
export type ClientMessage =
  | Hello
  | Sit
  | Claim
  | Move
  | Ping
  | Contribute
  | Dress
  | SitBot
  | Remove
  | HandOver
  | Rise
  | Start
  | Close
  | Arrange
  | Act
  | TakeBack
  | AskEnd
  | Answer
  | Resign
  | CallStandIn
  | ClaimWin
  | Hint
  | Rematch
  | Say
  | Mute
  | Report;

/** What the house says; `type` names it. */
export type ServerMessage =
  | Welcome
  | Entry
  | Lines
  | Done
  | Refused
  | Moving
  | Advice
  | Pong
  | Goodbye;

/** The table as it is. `missed`: what followed the entry that the client had seen, or null when that is too old. */
export interface Welcome {
  type: "welcome";
  /** The table as the client may see it. */
  view: TableView;
  /** What happened since `seen`, the oldest first. */
  missed?: Happened[] | null;
  /** The lines of the chat since `heard`, as far as they are kept. */
  lines?: Line[];
  /** The version of the protocol that the house speaks. Default: `1`. */
  protocol?: number;
}

/** A table as a seat may see it, after the entry `number`. */
export interface TableView {
  /** The code of the table: six letters, of a hidden one ten. */
  code: string;
  /** The number of the last entry. */
  number: number;
  /** The time of the last entry, in milliseconds since 1970. */
  time: number;
  /** Whether it waits for players, plays, is over or closed. */
  phase: Phase;
  /** How the table was set up. */
  options: Options;
  /** SHA-256 of the table's secret, in hexadecimal digits. */
  commitment: string;
  /** The seat that hosts the table. */
  host: number;
  /** Who sits there, by the number of the seat. Free seats are not listed. */
  seats: SeatView[];
  /** The client's own seat; null for a watcher. It changes when somebody before it leaves the lobby. */
  you: number | null;
  /** The seat that has to decide. */
  turn: number | null;
  /** Since when only one of several people is left: the game is paused. */
  alone_since: number | null;
  /** The clocks, if the table has any. */
  clock: ClockView | null;
  /** What the others are asked, if anything. */
  request: RequestView | null;
  /** Entries to which this seat can take back, the oldest first. */
  back_to: number[];
  /** The game, once it has started. */
  game: GameView | null;
  /** Every small decision that this seat can make now; empty when it is not its turn. */
  legal: GameAction[];
  /** How the game ended, once it has. */
  result: ResultView | null;
  /** The code of the table at which they play once more. */
  rematch: string | null;
  /** Why the table was closed. */
  closed: string | null;
  /** What whoever opened the table spoke: `house`, or one of the other dialects. */
  dialect: string;
  /** Whether the game begins when the `host` says so, when the table is `full`, or by `choices`. */
  starts: Starts;
  /** Whether it is settled how many play, and how. As long as it is not, the table is on no list. */
  settled: boolean;
  /** Whether towers and wizards are being chosen, by those whose programs ask for them in turn. */
  choosing: boolean;
  /** The seat whose choice it is. */
  chooser: number | null;
  /** Where the game begins, when it begins from a position: such a table is for practice. */
  practice: PracticeView | null;
}

/** Waiting for players, playing, over, or closed for good. */
export type Phase =
  | "closed"
  | "open"
  | "over"
  | "playing";

/** How a table is set up. */
export interface Options {
  /** The name of the game. */
  game: "eriantys" | "masters";
  /** How many play. */
  players: number;
  /** Settings of the game, such as `expert` (Eriantys) or `cards` (Masters of Renaissance). */
  settings: Record<string, unknown>;
  /** The seat of the first player; null: it is drawn. */
  first: number | null;
  /** Whether the table is listed for everybody. */
  public: boolean;
  /** The clock; null: there is none. */
  clock: ClockSettings | null;
  /** Whether people without a seat may watch the game. */
  watching: boolean;
  /** Seconds by which watchers are behind. */
  delay: number;
  /** How long the house waits for people who are away. */
  patience: Patience;
  /** False: no advice at this table. It has none anyway where several people play. */
  advice?: boolean;
  /** What becomes of absent players: `wait`, `minute` or `stand_in`. Left out: as `patience` says. */
  absence?: Absence;
}

/** `per` move: so many seconds for each turn; `per` game: so many in all, and an increment for each turn. */
export interface ClockSettings {
  /** move or game. */
  per: "move" | "game";
  /** 5 to 86,400. */
  seconds: number;
  /** Seconds added for each turn, at most 86,400. */
  increment: number;
}

/** How long the house waits for people who are away, in seconds. */
export interface Patience {
  /** Before a stand-in plays an absent player's turn; at a public table 15 at least. */
  turn: number;
  /** Before the only one left wins; at a public table 30 at least. */
  alone: number;
  /** For which a lost connection stops the clock, in each turn; at a public table 15 at least. */
  clock: number;
  /** Before a seat is given up while the game has not started; while nobody is there 300 at most. */
  lobby: number;
}

/** What becomes of players who are away: they are waited for, for a minute, or a stand-in plays. */
export type Absence =
  | "minute"
  | "stand_in"
  | "wait";

/** `since` is when the connection was made or lost; `player` who the seat is in the game, 0 for A. */
export interface SeatView {
  /** A name, unique at the table. */
  name: string;
  /** Tower and wizard. */
  look: Look;
  /** The level of the bot that sits there; null for a person. */
  bot: string | null;
  /** Whether somebody is there. Bots always are. */
  connected: boolean;
  /** When the connection was made or lost, in milliseconds since 1970. */
  since: number;
  /** Why a stand-in plays for this seat: absent, clock or resigned. */
  stand_in: "absent" | "clock" | "resigned" | null;
  /** Who the seat is in the game, 0 for A, once it has started. */
  player: number | null;
}

/** How a player appears: a tower colour (Eriantys) and a wizard, 1 to 4. */
export interface Look {
  /** white, black or grey (Eriantys); null: whichever is free. */
  tower: "white" | "black" | "grey" | null;
  /** 1 to 4; null: whichever is free. */
  wizard: number | null;
}

/** Milliseconds left by seat; `running` loses time from `since` on, which may lie ahead. */
export interface ClockView {
  /** Milliseconds left, by seat. */
  left: number[];
  /** The seat whose clock runs. */
  running: number | null;
  /** From when it runs, in milliseconds since 1970. It may lie ahead. */
  since: number;
}

/** What somebody has asked the others. `answer` answers it. */
export interface RequestView {
  /** The seat that asked. */
  seat: number;
  /** take_back or end. */
  what: "take_back" | "end";
  /** The entry to which it would be taken back. */
  to: number;
  /** The seats that have agreed. */
  agreed: number[];
  /** The entry that asked. */
  number: number;
}

/** How the game ended. */
export interface ResultView {
  /** rules, alone, resigned, agreed or closed. */
  why: "rules" | "alone" | "resigned" | "agreed" | "closed";
  /** The seats that won: both of a team, all who share the victory, or none. */
  winners: number[];
  /** The 32 bytes behind the commitment, in hexadecimal digits. */
  secret: string;
}

/** When a game begins: the host says so, the table is full, or anybody there says so. */
export type Starts =
  | "choices"
  | "full"
  | "host";

/** Where a game for practice begins: after an entry of another table. */
export interface PracticeView {
  /** The table of that position. */
  code: string;
  /** The entry after which it was so. */
  entry: number;
}

/** An entry of the log as the seat may read it, and what the game told of it. `what.kind` names what happened. */
export interface Happened {
  /** The number of the entry. They count from 1 without gaps. */
  number: number;
  /** Milliseconds since 1970. */
  time: number;
  /** What happened. */
  what: What;
  /** What the game told of it. */
  events: GameEvent[];
}

/**
 * The name is that of the speaker when he spoke: seats move up when somebody leaves the lobby. An empty text: the
 * operator of the house has deleted the line. Who has heard it before hears it once more, so.
 */
export interface Line {
  /** The number of the line. Lines have numbers of their own. */
  number: number;
  /** Milliseconds since 1970. */
  time: number;
  /** The number of a seat, from 0. */
  seat: number;
  /** A name, unique at the table. */
  name: string;
  /** What was said; empty when the operator of the house has deleted it. */
  text: string;
}

/** Something happened; `view` is the table after it. */
export interface Entry {
  type: "entry";
  /** What happened. */
  entry: Happened;
  /** The table after it, as the client may see it. */
  view: TableView;
}

/** Somebody spoke. */
export interface Lines {
  type: "lines";
  /** What was said, the oldest first. */
  lines: Line[];
}

/** What was asked for has happened, by the entry `number` if it made one. */
export interface Done {
  type: "done";
  /** The id of the message that is answered. */
  id?: string;
  /** The entry that it made. When an action was sent again: the entry that it made the first time. */
  number?: number | null;
}

/**
 * What was asked for has not happened. `code` is for programs, `sentence` for people; `parameters` fill the sentence
 * in other languages. `rule` is the code of the rules when they are the reason.
 */
export interface Refused {
  type: "refused";
  /** Why, for programs. */
  code: RefusalCode | ProblemCode;
  /** Why, for people. */
  sentence: string;
  /** The id of the message that is answered. */
  id?: string;
  /** What the sentence was filled with. */
  parameters?: Record<string, unknown>;
  /** Why the rules of the game refuse, when `code` is `illegal_action`. */
  rule?: string | null;
}

/** The answer to `move`: type the code at the other device before `until` (milliseconds since 1970). */
export interface Moving {
  type: "moving";
  /** Eight letters. */
  code: string;
  /** When the code ceases to hold, in milliseconds since 1970. */
  until: number;
  /** The id of the message that is answered. */
  id?: string;
}

/** The answer to `hint`: the best actions after the entry `number`, the best one first, with chances to win. */
export interface Advice {
  type: "advice";
  /** The last entry before it was asked for. */
  number: number;
  /** Who is advised, 0 for A. */
  player: number;
  /** To win, by player, from 0 to 1. */
  chances: number[];
  /** At most three, the best first. */
  best: Suggestion[];
  /** The id of the message that is answered. */
  id?: string;
}

/** A whole action of the notation, the chance to win after it, and why, for programs and in English. */
export interface Suggestion {
  /** What to do: a whole action, as `act` takes it. */
  action: GameAction;
  /** To win after it, from 0 to 1. */
  chance: number;
  /** What it gains, then what it prevents. */
  reasons: Reason[];
  /** The action in English. */
  words: string;
  /** The reasons in English; empty where there are none with a name. */
  why: string;
}

/**
 * What comes of an action. `when`: now, later in this turn (turn), in a later turn (later), or what others would do
 * otherwise (prevented). `kind` and `parameters` say it to programs; seats in them are letters.
 */
export interface Reason {
  /** What comes of it: a tower, a professor, a card. Each game has kinds of its own, see Advice. */
  kind: string;
  /** By the action itself, later in the turn, in a later turn, or prevented. */
  when: "now" | "turn" | "later" | "prevented";
  /** What the kind is about. Players in it are letters. */
  parameters: Record<string, unknown>;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  /** The id of the message that is answered. */
  id?: string;
  /** The time at the table, in milliseconds since 1970. Default: `0`. */
  time?: number;
}

/** The connection is closed next. `again`: come back after so many seconds, by yourself; null: there is no use. */
export interface Goodbye {
  type: "goodbye";
  /** Why, for programs. */
  code: ProblemCode;
  /** Why, for people. */
  sentence: string;
  /** Seconds after which to come back. */
  again?: number | null;
}

/** The house and what it offers. */
export interface House {
  /** What the operator calls this house. */
  name: string;
  /** The version of Ludoteca. */
  version: string;
  /** The version of the protocol of the WebSocket. */
  protocol: number;
  /** The games that can be played here. */
  games: GameOffered[];
  /** The bots that can be asked to a table. */
  bots: BotOffered[];
  /** Whether no new tables are opened, because the house is about to close. */
  draining: boolean;
  /** Where people on other machines open the house. Told on its own machine, where it is known. */
  elsewhere: string | null;
  /** Whether people need a password or an invitation. */
  private: boolean;
  /** Whether whoever asks has given one, or needs none. Without, only the door can be asked. */
  admitted: boolean;
}

/** A game of the house; `players` are the numbers that can play it. */
export interface GameOffered {
  /** What `options.game` calls it. */
  name: "eriantys" | "masters";
  /** The numbers of players. */
  players: number[];
  /** The version of the game's rules. */
  rules_version: string;
}

/** A bot that can be asked to a table. */
export interface BotOffered {
  /** What `sit_bot` calls it. */
  level: string;
  /** What to expect of it. */
  words: string;
}

/** Browsers get the token as a cookie, too. Other clients send it as `Authorization: Bearer`, until `until`. */
export interface Admitted {
  /** What to send from now on; empty where everybody may come in. */
  token: string;
  /** Until when it is good, in milliseconds since 1970. */
  until: number;
}

/** Public tables: those that wait for players first, the oldest first. */
export interface TableList {
  /** The tables. */
  tables: Listing[];
}

/** A table as the list shows it. */
export interface Listing {
  /** The code of the table: six letters, of a hidden one ten. */
  code: string;
  /** The name of the game. */
  game: "eriantys" | "masters";
  /**
   * Of the game, as in `Options`. Of a card set of the table's own it has the name instead; the view of the table has
   * all of it.
   */
  settings: Record<string, unknown>;
  /** How many play. */
  players: number;
  /** Who sits there. */
  seats: Place[];
  /** The name of whoever hosts it. */
  host: string | null;
  /** Whether it waits for players, plays, is over or closed. */
  phase: Phase;
  /** When it was opened, in milliseconds since 1970. */
  opened: number;
  /** The clock, if it has one. */
  clock: ClockSettings | null;
  /** Whether people without a seat may watch the game. */
  watching: boolean;
  /** Seconds by which watchers are behind. */
  delay: number;
}

/** Somebody at a table, as the list shows it. */
export interface Place {
  /** A name, unique at the table. */
  name: string;
  /** The level of the bot that sits there; null for a person. */
  bot: string | null;
  /** Whether somebody is there. Bots always are. */
  connected: boolean;
  /** Tower and wizard. */
  look: Look;
}

/** `you` is the seat of who opened it. */
export interface Opened {
  /** The code of the table: six letters, of a hidden one ten. */
  code: string;
  /** SHA-256 of the table's secret, in hexadecimal digits. */
  commitment: string;
  /** The seat of whoever opened it. */
  you: number | null;
}

/** A game as one object: for everybody in `log`, and after the end with all that is needed to check it. */
export interface Replay {
  /** `ludoteca/replay/1`. */
  format: string;
  /** The code of the table: six letters, of a hidden one ten. */
  code: string;
  /** The version of the game's rules. */
  rules_version: string | null;
  /** For each entry what everybody may know of it. */
  log: LogLine[];
  /** After the end: the whole log. */
  entries: FullEntry[];
}

/** `game` has the keys of the public view that changed, `gone` those that are no longer there. */
export interface LogLine {
  /** The number of the entry. They count from 1 without gaps. */
  number: number;
  /** Milliseconds since 1970. */
  time: number;
  /** What happened. */
  what: What;
  /** What the game told of it. */
  events: GameEvent[];
  /** The members of the public view of the game that it changed. */
  game: GameView;
  /** The members that are no longer there. */
  gone: string[];
}

/** An entry of the log as it is kept. */
export interface FullEntry {
  /** The number of the entry. They count from 1 without gaps. */
  number: number;
  /** Milliseconds since 1970. */
  time: number;
  /** What happened. */
  what: FullWhat;
  /** SHA-256 of the entry before, in hexadecimal digits; empty for the first. */
  previous: string;
}

/** `dialect` is what is spoken by whoever opened it. Not `settled`: how many play, and how, is decided later. */
export interface FullOpened {
  kind: "opened";
  /** How the table is set up. */
  options: Options;
  /** SHA-256 of the table's secret, in hexadecimal digits. */
  commitment: string;
  /** What whoever opened the table spoke: `house`, or one of the other dialects. Default: `"house"`. */
  dialect?: string;
  /**
   * Whether the game begins when the `host` says so, when the table is `full`, or by `choices`. Default: `"host"`.
   */
  starts?: Starts;
  /** Whether it is settled how many play, and how. As long as it is not, the table is on no list. Default: `true`. */
  settled?: boolean;
  /** The position from which the game begins, when it does not begin with a set-up. */
  practice?: Practice | null;
}

/** A position to begin from: the host plays as `player` there. It was met at the table `code`, after `entry`. */
export interface Practice {
  /** In the notation, without `seed` and `draws`. */
  position: Record<string, unknown>;
  /** Who the host plays as, 0 for A. */
  player: number;
  /** The table at which it was met. */
  code: string;
  /** The entry after which it was met. */
  entry: number;
}

/** How many play, and how, was changed. Who has no place any more has lost it: those who came last. */
export interface FullArranged {
  kind: "arranged";
  /** How many play. */
  players: number;
  /** Settings of the game, such as `expert` (Eriantys) or `cards` (Masters of Renaissance). */
  settings: Record<string, unknown>;
  /** Whether it is settled how many play, and how. As long as it is not, the table is on no list. */
  settled: boolean;
  /** What becomes of absent players: `wait`, `minute` or `stand_in`. Left out: as `patience` says. */
  absence?: Absence;
}

/**
 * `token` is the SHA-256 of the key to the seat, if it is `keyed`; `bot` the level of a bot. `here` is False for a
 * seat that is kept for somebody who has to come yet. `chooses`: he is asked for his look before the game; `consents`
 * is False when he cannot be asked for anything else.
 */
export interface FullSat {
  kind: "sat";
  /** The number of a seat, from 0. */
  seat: number;
  /** A name, unique at the table. */
  name: string;
  /** SHA-256 of the seat's key; always null here. */
  token: string | null;
  /** At most 64 printable ASCII characters that go into the draws. */
  nonce: string;
  /** Tower and wizard. */
  look: Look;
  /** The level of the bot that sits there; null for a person. */
  bot: string | null;
  /** Whether the seat has a key. */
  keyed: boolean;
  /** Whether its owner is connected. */
  here: boolean;
  /** True when he is asked for tower and wizard before the game; otherwise left out. */
  chooses?: boolean;
  /** False when he cannot be asked for consent; otherwise left out. */
  consents?: boolean;
}

/** Somebody who sat down without a nonce brings one. */
export interface FullContributed {
  kind: "contributed";
  /** The number of a seat, from 0. */
  seat: number;
  /** At most 64 printable ASCII characters that go into the draws. */
  nonce: string;
}

/** Somebody chose how to appear. */
export interface FullDressed {
  kind: "dressed";
  /** The number of a seat, from 0. */
  seat: number;
  /** Tower and wizard. */
  look: Look;
}

/** From here on those who choose their looks do so, one after the other. */
export interface FullChoosing {
  kind: "choosing";
}

/** Somebody has chosen his look for good; `by`: player or house. */
export interface FullConfirmed {
  kind: "confirmed";
  /** The number of a seat, from 0. */
  seat: number;
  /** Tower and wizard. */
  look: Look;
  /** player or house. */
  by: "player" | "house";
}

/** The seat hosts the table from here on. */
export interface FullHandedOver {
  kind: "handed_over";
  /** The number of a seat, from 0. */
  seat: number;
}

/** A seat is free again; `why`: left, removed or expired. Those behind move up. */
export interface FullRose {
  kind: "rose";
  /** The number of a seat, from 0. */
  seat: number;
  /** left, removed or expired. */
  why: "left" | "removed" | "expired";
}

/** `order[p]` is the seat that plays as player p of the game. `looks` are those of all seats. */
export interface FullStarted {
  kind: "started";
  /** By player of the game: the seat. */
  order: number[];
  /** By seat: tower and wizard. */
  looks: Look[];
  /** The version of the game's rules. */
  rules_version: string;
  /** Label, counter, bound and result of each draw. */
  draws: [string, number, number, number][];
}

/** Small decisions of one action. `by`: player, bot or stand-in; `draws`: label, counter, bound, result of each. */
export interface FullActed {
  kind: "acted";
  /** The number of a seat, from 0. */
  seat: number;
  /** Small decisions, as the rules number them. */
  decisions: number[];
  /** player, bot or stand-in. */
  by: "player" | "bot" | "stand-in";
  /** The id that the client chose. */
  id: string;
  /** Label, counter, bound and result of each draw. */
  draws: [string, number, number, number][];
}

/** The game is as after entry `to`; draws are not rewound. */
export interface FullTookBack {
  kind: "took_back";
  /** The number of a seat, from 0. */
  seat: number;
  /** The entry after which the game is again. */
  to: number;
  /** The id that the client chose. */
  id: string;
}

/** `what`: take_back (to the state after entry `to`) or end. */
export interface FullAsked {
  kind: "asked";
  /** The number of a seat, from 0. */
  seat: number;
  /** take_back or end. */
  what: "take_back" | "end";
  /** The entry to which it would be taken back. */
  to: number;
  /** The id that the client chose. */
  id: string;
}

/** Somebody answered what was asked. */
export interface FullAnswered {
  kind: "answered";
  /** The number of a seat, from 0. */
  seat: number;
  /** Whether it is agreed to. */
  yes: boolean;
}

/** Somebody is connected again. */
export interface FullArrived {
  kind: "arrived";
  /** The number of a seat, from 0. */
  seat: number;
}

/** Somebody's connection was lost. */
export interface FullDeparted {
  kind: "departed";
  /** The number of a seat, from 0. */
  seat: number;
}

/** The house itself was away: everybody's connection is lost, and no clock ran since the entry before. */
export interface FullInterrupted {
  kind: "interrupted";
}

/** From here on a stand-in decides for the seat; `why`: absent, clock or resigned. */
export interface FullStoodIn {
  kind: "stood_in";
  /** The number of a seat, from 0. */
  seat: number;
  /** absent, clock or resigned. */
  why: "absent" | "clock" | "resigned";
}

/** The seat has another key: somebody went on at another device. */
export interface FullRekeyed {
  kind: "rekeyed";
  /** The number of a seat, from 0. */
  seat: number;
  /** SHA-256 of the seat's key; always null here. */
  token: string | null;
}

/** `why`: rules, alone, resigned or agreed. The secret behind the commitment is shown. */
export interface FullEnded {
  kind: "ended";
  /** rules, alone, resigned or agreed. */
  why: "rules" | "alone" | "resigned" | "agreed";
  /** The seats that won: both of a team, all who share the victory, or none. */
  winners: number[];
  /** The 32 bytes behind the commitment, in hexadecimal digits. */
  secret: string;
}

/** The same people play once more, at another table. */
export interface FullRematched {
  kind: "rematched";
  /** The code of the other table. */
  code: string;
}

/** The secret is shown here when the game was still going on. */
export interface FullClosed {
  kind: "closed";
  /** Why. */
  why: string;
  /** The 32 bytes behind the commitment when a game was going on, otherwise empty. */
  secret: string;
}

/** Every moment of a game: the changes of all frames up to one make the view of that moment. */
export interface Film {
  /** The code of the table: six letters, of a hidden one ten. */
  code: string;
  /** Whether the game has ended. */
  finished: boolean;
  /** The entries, from the first on. */
  frames: Frame[];
}

/**
 * An entry, and what of the view it changed: in `view` the members besides `number`, `time` and `game`. Of the game,
 * `game` has the members that changed and `gone` those that are no longer there.
 */
export interface Frame {
  /** The number of the entry. They count from 1 without gaps. */
  number: number;
  /** Milliseconds since 1970. */
  time: number;
  /** What happened. */
  what: What;
  /** What the game told of it. */
  events: GameEvent[];
  /** The other members of a watcher's view that it changed. */
  view: Record<string, unknown>;
  /** The members of the game's view that it changed. */
  game: GameView;
  /** The members of the game's view that are no longer there. */
  gone: string[];
}

/**
 * A finished game: its curve, the moments that decided it, and how well each player did. `names` are those of the
 * players, A first; `lost` the chances that each gave away by actions, all added up.
 */
export interface Review {
  /** The name of the game. */
  game: "eriantys" | "masters";
  /** The players, A first. */
  names: string[];
  /** The players who won, 0 for A. */
  winners: number[];
  /** Chances to win, from the beginning on. */
  curve: Point[];
  /** What decided the game, in the order of the entries. */
  turnings: Turning[];
  /** Chances that each player gave away, all added up. */
  lost: number[];
  /** How many actions each player made. */
  actions: number[];
  /** How much was thought about each decision. */
  iterations: number | null;
  /** How long at most; null: as long as it took. */
  seconds: number | null;
  /** Of the chance in thinking. */
  seed: number;
}

/** A point of the curve: the chances to win after an entry, by player. */
export interface Point {
  /** The number of an entry. */
  entry: number;
  /** To win after it, by player, from 0 to 1. */
  chances: number[];
}

/**
 * Something that changed who is likely to win: an action that was worse than another one, or luck. `entry` is the one
 * by which it happened, `before` the last one before it. `chance` is the player's after the best action, `left` that
 * after what was played; of luck, that before and after the draws.
 */
export interface Turning {
  /** action: something else would have been better; luck: the draws changed things. */
  kind: "action" | "luck";
  /** The number of the entry by which it happened. */
  entry: number;
  /** The number of the last entry of the game before it. */
  before: number;
  /** Whose chances they are, 0 for A. */
  player: number;
  /** To win before it, or after the best action. */
  chance: number;
  /** To win after it. */
  left: number;
  /** What was done; null for luck. */
  played: GameAction | null;
  /** The same in English, or what the draws brought. */
  played_words: string;
  /** What would have been better; null for luck. */
  better: Suggestion | null;
  /** player, bot or stand-in. */
  by: "player" | "bot" | "stand-in";
}

/** Finished public games, the newest first; `after` is what to ask for the next page with. */
export interface History {
  /** The games of this page. */
  games: Finished[];
  /** What to ask for the next page with; null: there is none. */
  after: string | null;
}

/** A finished game. */
export interface Finished {
  /** The code of the table: six letters, of a hidden one ten. */
  code: string;
  /** When it ended, in milliseconds since 1970. */
  changed: number;
  /** The table. */
  listing: Listing;
}

/** What came out when a replay was checked. */
export interface Verification {
  /** The code of the table: six letters, of a hidden one ten. */
  code: string;
  /** Whether everything holds. */
  passed: boolean;
  /** Each check. */
  checks: Check[];
}

/** One thing that was checked. */
export interface Check {
  /** commitment, chain, draws, entries or log. */
  name: string;
  /** Whether it holds. */
  passed: boolean;
  /** What was found. */
  sentence: string;
}

/** A step of a lesson, as at a table. What is allowed but not taught there is not done: `as_asked` is false then. */
export interface LessonMoment {
  /** What the step is about, in a word. */
  name: string;
  /** The number of the step. */
  step: number;
  /** How many steps the lesson has. */
  steps: number;
  /** The position as at a table; the learner has its first seat. */
  view: TableView;
  /** What the game told of it. */
  events: GameEvent[];
  /** Whether what was done is what the step is about. */
  as_asked: boolean;
  /** Whether the step is done. */
  finished: boolean;
}

/** How it went. */
export interface Health {
  /** well, draining or closed. */
  status: string;
}

/** The house as its operator sees it. */
export interface OperatorView {
  /** Whether no new tables are opened, because the house is about to close. */
  draining: boolean;
  /** How many are connected. */
  connections: number;
  /** The tables that are in memory. */
  awake: OperatorTable[];
}

/** A table that is awake, as the operator sees it. */
export interface OperatorTable {
  /** The code of the table: six letters, of a hidden one ten. */
  code: string;
  /** Whether it waits for players, plays, is over or closed. */
  phase: Phase;
  /** The name of the game. */
  game: "eriantys" | "masters";
  /** How many are connected to it. */
  connected: number;
  /** How many entries its log has. */
  entries: number;
}

/** Addresses or networks, `192.0.2.7` or `2001:db8::/32`, from which nobody may connect. */
export interface Addresses {
  /** All of them. */
  refused: string[];
}

/** The last lines of this server's audit log, the oldest first. */
export interface AuditLog {
  /** The lines. */
  lines: AuditLine[];
}

/** A line of the audit log. An act of an operator has two with the same `id`: it is begun, and it ended somehow. */
export interface AuditLine {
  /** When, in ISO 8601 and UTC. */
  time: string;
  /** The server at which it happened. */
  node: string;
  /** The name of the route; or `wrong_key`, or `wrong_password`. */
  act: string;
  /** From where. */
  address: string;
  /** The name of the key; left out for a wrong one. */
  key?: string;
  /** The same in both lines of an act. */
  id?: string;
  /** What it was about: parts of the path and of what was asked. For guesses, their `count`. */
  on?: Record<string, unknown>;
  /** begun, done, refused or failed. */
  result?: string;
  /** Why it was refused. */
  code?: string;
}

/** All keys of operators, the one of the data folder first. */
export interface OperatorKeys {
  /** The keys. */
  keys: OperatorKey[];
}

/** A key of an operator, without the key itself. `made` is null for the first one, `operator.key`. */
export interface OperatorKey {
  /** What the key is called. */
  name: string;
  /** What it is for. */
  scope: Scope;
  /** When it was made, in milliseconds since 1970. */
  made: number | null;
}

/** What a key of an operator is for: everything, or reading the metrics. */
export type Scope =
  | "all"
  | "metrics";

/** The key is shown this once; the house keeps only its SHA-256. */
export interface NewKey {
  /** What the key is called. */
  name: string;
  /** What to send as `Authorization: Bearer`. */
  key: string;
}

/** It was done. */
export interface Settled {
  /** revoked, replaced, forgotten, deleted or closed. */
  status: string;
}

/** Everything that is kept under a name. A name is no account: others may have played under the same one. */
export interface Person {
  /** The name that was asked for. */
  name: string;
  /** Milliseconds since 1970. */
  time: number;
  /** Tables at which somebody of that name sat or spoke. */
  tables: PersonAtTable[];
  /** Reports by and about somebody of that name. */
  reports: Reported[];
  /** Whether that name may say nothing. */
  mutes: Muted[];
}

/** What one table has of a person: the entries of the seat as everybody may read them, and what was said. */
export interface PersonAtTable {
  /** The code of the table: six letters, of a hidden one ten. */
  code: string;
  /** The name of the game. */
  game: string;
  /** Whether it waits for players, plays, is over or closed. */
  phase: Phase;
  /** When the table was opened, in milliseconds since 1970. */
  opened: number;
  /** When it changed last, in milliseconds since 1970. */
  changed: number;
  /** Entries of the seat as everybody may read them: number, time and what happened. */
  entries: Record<string, unknown>[];
  /** What was said under the name. */
  lines: Line[];
}

/** What a player has reported: a line of the chat, or a person. `by` is empty for somebody who watched. */
export interface Reported {
  /** By which it is closed. */
  id: string;
  /** Milliseconds since 1970. */
  time: number;
  /** The code of the table: six letters, of a hidden one ten. */
  code: string;
  /** Who reported it. */
  by: string;
  /** Whom it is about. */
  name: string;
  /** The line of the chat that it is about; null: it is about somebody as such. */
  line: number | null;
  /** What was written with it. */
  reason: string;
  /** The address that it came from, of IPv6 the /64; empty in reports of earlier versions. */
  network: string;
}

/** Who may say nothing: a name, an address or a network. `until` is null where it holds until it is taken back. */
export interface Muted {
  /** A name, an address or a network. */
  who: string;
  /** In milliseconds since 1970. */
  until: number | null;
}

/** What was changed to delete a name. */
export interface NameDeleted {
  /** Games in which the name was replaced. */
  tables: number;
  /** Lines of the chat that were deleted. */
  lines: number;
  /** Tables that had not begun and were closed. */
  closed: number;
  /** Reports that were deleted. */
  reports: number;
  /** Tables that go on without that person: delete the name again once they have ended. */
  later: number;
}

/** Reports that nobody has closed yet, the oldest first. */
export interface ReportList {
  /** The reports. */
  reports: ReportShown[];
}

/** A report with the line that it is about; `text` is null when it is about none, or the line is gone. */
export interface ReportShown {
  /** The report. */
  report: Reported;
  /** The line. */
  text: string | null;
}

/** All who may say nothing at the moment. */
export interface MuteList {
  /** Who they are. */
  mutes: Muted[];
}

/** Invitations that are not revoked, the oldest first. */
export interface InvitationList {
  /** The invitations. */
  invitations: Invitation[];
}

/** An invitation, without its code. `left`: how often it may still be used. */
export interface Invitation {
  /** By which it is revoked. */
  id: string;
  /** When it was made, in milliseconds since 1970. */
  made: number;
  /** Until when it can be used, in milliseconds since 1970; null: without end. */
  until: number | null;
  /** How often it can still be used; null: without end. */
  left: number | null;
}

/** The code is shown this once; the house keeps only its SHA-256. As a link: `/#invitation=CODE`. */
export interface NewInvitation {
  /** By which it is revoked. */
  id: string;
  /** What to give to people. */
  code: string;
  /** Until when it can be used, in milliseconds since 1970; null: without end. */
  until: number | null;
  /** How often it can be used; null: without end. */
  left: number | null;
}

/** Why something was refused: a code for programs, a sentence for people. */
export interface Wrong {
  /** Why, for programs. */
  code: RefusalCode | ProblemCode;
  /** Why, for people. */
  sentence: string;
  /** What the sentence was filled with. */
  parameters: Record<string, unknown>;
  /** Why the rules of the game refuse, when they do. */
  rule: string | null;
}

/** What can be wrong before the house is even asked. */
export type ProblemCode =
  | "admission"
  | "bad_request"
  | "connections"
  | "damaged"
  | "draining"
  | "ended"
  | "greet_first"
  | "greeted"
  | "idle"
  | "internal"
  | "key_in_settings"
  | "key_name_taken"
  | "key_scope"
  | "length_required"
  | "malformed"
  | "moved"
  | "muted"
  | "no_advice"
  | "no_body"
  | "no_bot"
  | "no_key"
  | "no_such_line"
  | "no_such_table"
  | "no_watching"
  | "no_review"
  | "not_found"
  | "origin"
  | "protocol"
  | "read_only"
  | "refused_address"
  | "reports_full"
  | "restart"
  | "seated"
  | "slow"
  | "still_playing"
  | "tables"
  | "too_fast"
  | "too_fast_for_too_long"
  | "too_large"
  | "too_many"
  | "too_many_guesses"
  | "unknown_host"
  | "watching"
  | "wrong_code"
  | "wrong_method"
  | "wrong_password";

/** Why the house refuses something. */
export type RefusalCode =
  | "advice_off"
  | "advice_with_others"
  | "already_seated"
  | "already_so"
  | "asked_already"
  | "asleep"
  | "away"
  | "bad_id"
  | "bad_name"
  | "bad_nonce"
  | "bad_options"
  | "bad_secret"
  | "bad_token"
  | "cannot_be_asked"
  | "chat_full"
  | "chat_text"
  | "chat_too_fast"
  | "choosing"
  | "house_decides"
  | "illegal_action"
  | "look_missing"
  | "look_taken"
  | "name_taken"
  | "no_such_name"
  | "not_alone"
  | "not_choosing"
  | "not_due"
  | "not_full"
  | "not_host"
  | "not_open"
  | "not_over"
  | "not_playing"
  | "not_seated"
  | "not_settled"
  | "not_your_turn"
  | "nothing_asked"
  | "nothing_to_take_back"
  | "other_rules"
  | "paused"
  | "rematched"
  | "stale"
  | "stood_in"
  | "table_closed"
  | "table_full"
  | "table_long"
  | "too_many_seated"
  | "waited_for"
  | "wrong_token";

/** Something that the game told; `event` names its kind. */
export type GameEvent = Record<string, unknown>;

/** An action of the game; `do` names it. See Positions and actions. */
export type GameAction = Record<string, unknown>;

/** The game as a seat may see it. Each game has its own members: see Positions and actions. */
export type GameView = Record<string, unknown>;

/** What happened, without what nobody may read. `kind` names it. */
export type What =
  | WhatOpened
  | WhatArranged
  | WhatSat
  | WhatContributed
  | WhatDressed
  | WhatChoosing
  | WhatConfirmed
  | WhatHandedOver
  | WhatRose
  | WhatStarted
  | WhatActed
  | WhatTookBack
  | WhatAsked
  | WhatAnswered
  | WhatArrived
  | WhatDeparted
  | WhatInterrupted
  | WhatStoodIn
  | WhatRekeyed
  | WhatEnded
  | WhatRematched
  | WhatClosed;

/** `dialect` is what is spoken by whoever opened it. Not `settled`: how many play, and how, is decided later. */
export interface WhatOpened {
  kind: "opened";
  /** How the table is set up. */
  options: Options;
  /** SHA-256 of the table's secret, in hexadecimal digits. */
  commitment: string;
  /** What whoever opened the table spoke: `house`, or one of the other dialects. Default: `"house"`. */
  dialect?: string;
  /**
   * Whether the game begins when the `host` says so, when the table is `full`, or by `choices`. Default: `"host"`.
   */
  starts?: Starts;
  /** Whether it is settled how many play, and how. As long as it is not, the table is on no list. Default: `true`. */
  settled?: boolean;
}

/** How many play, and how, was changed. Who has no place any more has lost it: those who came last. */
export interface WhatArranged {
  kind: "arranged";
  /** How many play. */
  players: number;
  /** Settings of the game, such as `expert` (Eriantys) or `cards` (Masters of Renaissance). */
  settings: Record<string, unknown>;
  /** Whether it is settled how many play, and how. As long as it is not, the table is on no list. */
  settled: boolean;
  /** What becomes of absent players: `wait`, `minute` or `stand_in`. Left out: as `patience` says. */
  absence?: Absence;
}

/** Somebody, or a bot, took a seat. `here` is false while it is kept for somebody who has to come yet. */
export interface WhatSat {
  kind: "sat";
  /** The number of a seat, from 0. */
  seat: number;
  /** A name, unique at the table. */
  name: string;
  /** Tower and wizard. */
  look: Look;
  /** The level of the bot that sits there; null for a person. */
  bot: string | null;
  /** Whether the seat has a key. */
  keyed: boolean;
  /** Whether its owner is connected. */
  here: boolean;
  /** True when he is asked for tower and wizard before the game; otherwise left out. */
  chooses?: boolean;
  /** False when he cannot be asked for consent; otherwise left out. */
  consents?: boolean;
}

/** Somebody who sat down without a nonce brings one. */
export interface WhatContributed {
  kind: "contributed";
  /** The number of a seat, from 0. */
  seat: number;
}

/** Somebody chose how to appear. */
export interface WhatDressed {
  kind: "dressed";
  /** The number of a seat, from 0. */
  seat: number;
  /** Tower and wizard. */
  look: Look;
}

/** From here on those who choose their looks do so, one after the other. */
export interface WhatChoosing {
  kind: "choosing";
}

/** Somebody has chosen his look for good; `by`: player or house. */
export interface WhatConfirmed {
  kind: "confirmed";
  /** The number of a seat, from 0. */
  seat: number;
  /** Tower and wizard. */
  look: Look;
  /** player or house. */
  by: "player" | "house";
}

/** The seat hosts the table from here on. */
export interface WhatHandedOver {
  kind: "handed_over";
  /** The number of a seat, from 0. */
  seat: number;
}

/** A seat is free again; `why`: left, removed or expired. Those behind move up. */
export interface WhatRose {
  kind: "rose";
  /** The number of a seat, from 0. */
  seat: number;
  /** left, removed or expired. */
  why: "left" | "removed" | "expired";
}

/** `order[p]` is the seat that plays as player p of the game. `looks` are those of all seats. */
export interface WhatStarted {
  kind: "started";
  /** By player of the game: the seat. */
  order: number[];
  /** By seat: tower and wizard. */
  looks: Look[];
  /** The version of the game's rules. */
  rules_version: string;
}

/** Somebody did something in the game; the events tell what. */
export interface WhatActed {
  kind: "acted";
  /** The number of a seat, from 0. */
  seat: number;
  /** player, bot or stand-in. */
  by: "player" | "bot" | "stand-in";
}

/** The game is as after entry `to`; draws are not rewound. */
export interface WhatTookBack {
  kind: "took_back";
  /** The number of a seat, from 0. */
  seat: number;
  /** The entry after which the game is again. */
  to: number;
}

/** `what`: take_back (to the state after entry `to`) or end. */
export interface WhatAsked {
  kind: "asked";
  /** The number of a seat, from 0. */
  seat: number;
  /** take_back or end. */
  what: "take_back" | "end";
  /** The entry to which it would be taken back. */
  to: number;
}

/** Somebody answered what was asked. */
export interface WhatAnswered {
  kind: "answered";
  /** The number of a seat, from 0. */
  seat: number;
  /** Whether it is agreed to. */
  yes: boolean;
}

/** Somebody is connected again. */
export interface WhatArrived {
  kind: "arrived";
  /** The number of a seat, from 0. */
  seat: number;
}

/** Somebody's connection was lost. */
export interface WhatDeparted {
  kind: "departed";
  /** The number of a seat, from 0. */
  seat: number;
}

/** The house itself was away: everybody's connection is lost, and no clock ran since the entry before. */
export interface WhatInterrupted {
  kind: "interrupted";
}

/** From here on a stand-in decides for the seat; `why`: absent, clock or resigned. */
export interface WhatStoodIn {
  kind: "stood_in";
  /** The number of a seat, from 0. */
  seat: number;
  /** absent, clock or resigned. */
  why: "absent" | "clock" | "resigned";
}

/** The seat has another key: somebody went on at another device. */
export interface WhatRekeyed {
  kind: "rekeyed";
  /** The number of a seat, from 0. */
  seat: number;
}

/** `why`: rules, alone, resigned or agreed. The secret behind the commitment is shown. */
export interface WhatEnded {
  kind: "ended";
  /** rules, alone, resigned or agreed. */
  why: "rules" | "alone" | "resigned" | "agreed";
  /** The seats that won: both of a team, all who share the victory, or none. */
  winners: number[];
  /** The 32 bytes behind the commitment, in hexadecimal digits. */
  secret: string;
}

/** The same people play once more, at another table. */
export interface WhatRematched {
  kind: "rematched";
  /** The code of the other table. */
  code: string;
}

/** The secret is shown here when the game was still going on. */
export interface WhatClosed {
  kind: "closed";
  /** Why. */
  why: string;
  /** The 32 bytes behind the commitment when a game was going on, otherwise empty. */
  secret: string;
}

/** What happened, with everything. `kind` names it. */
export type FullWhat =
  | FullOpened
  | FullArranged
  | FullSat
  | FullContributed
  | FullDressed
  | FullChoosing
  | FullConfirmed
  | FullHandedOver
  | FullRose
  | FullStarted
  | FullActed
  | FullTookBack
  | FullAsked
  | FullAnswered
  | FullArrived
  | FullDeparted
  | FullInterrupted
  | FullStoodIn
  | FullRekeyed
  | FullEnded
  | FullRematched
  | FullClosed;

/**
 * The first message. With the key of a seat one comes back to it, without one watches. `seen` is the last entry that
 * the client knows, `heard` the last line of the chat. Who comes `claiming` does not watch: he is answered with
 * `done` and sees the table once he has claimed his seat, also where nobody may watch.
 */
export interface Hello {
  type: "hello";
  /** The version of the protocol that the client speaks. Default: `1`. */
  protocol?: number;
  /** The key of a seat; without one the client watches. */
  key?: string | null;
  /** The number of the last entry that the client knows; null for none. */
  seen?: number | null;
  /** The number of the last line of the chat that the client knows. Default: `0`. */
  heard?: number;
  /** Whether the client comes without a key only to claim a seat. Default: `false`. */
  claiming?: boolean;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Take a free seat. `nonce` goes into the draws; choose it by chance after `commitment` was shown. */
export interface Sit {
  type: "sit";
  /** 1 to 20 of A-Z a-z 0-9 . _ - */
  name: string;
  /** What opens the seat. The house keeps its SHA-256. */
  key: string;
  /** At most 64 printable ASCII characters that go into the draws. */
  nonce?: string;
  /** Tower and wizard. Default: `{"tower": null, "wizard": null}`. */
  look?: LookInput;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** How a player appears: a tower colour (Eriantys) and a wizard, 1 to 4. */
export interface LookInput {
  /** white, black or grey (Eriantys); null: whichever is free. */
  tower?: string | null;
  /** 1 to 4; null: whichever is free. */
  wizard?: number | null;
}

/** Go on with a seat at this device: `code` was shown at the other one, `key` is the seat's new key. */
export interface Claim {
  type: "claim";
  /** Eight letters, in any case, with or without blanks and hyphens. */
  code: string;
  /** What opens the seat. The house keeps its SHA-256. */
  key: string;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Ask for a code with which another device can claim this seat. It is good for two minutes, and once. */
export interface Move {
  type: "move";
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Answered by `pong`. Costs nothing. */
export interface Ping {
  type: "ping";
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Bring a nonce after sitting down. */
export interface Contribute {
  type: "contribute";
  /** At most 64 printable ASCII characters that go into the draws. */
  nonce: string;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Choose a tower colour and a wizard, before the game starts. */
export interface Dress {
  type: "dress";
  /** Tower and wizard. */
  look: LookInput;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** By the host. Without a name the house gives it one. */
export interface SitBot {
  type: "sit_bot";
  /** One of the levels that the house offers (`/api/house`). */
  level: string;
  /** 1 to 20 of A-Z a-z 0-9 . _ - */
  name?: string | null;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** By the host: somebody, or a bot, leaves the table. */
export interface Remove {
  type: "remove";
  /** 1 to 20 of A-Z a-z 0-9 . _ - */
  name: string;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** By the host: somebody else hosts the table. */
export interface HandOver {
  type: "hand_over";
  /** 1 to 20 of A-Z a-z 0-9 . _ - */
  name: string;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Leave the seat before the game starts. */
export interface Rise {
  type: "rise";
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** By the host, when all seats are taken. */
export interface Start {
  type: "start";
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** By the host, before the game starts. */
export interface Close {
  type: "close";
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** By the host, before the game starts: what becomes of players who are away. */
export interface Arrange {
  type: "arrange";
  /** What becomes of absent players: `wait`, `minute` or `stand_in`. Left out: as `patience` says. */
  absence: Absence;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** An action of the game, in the notation. `legal` in the view lists the small ones. */
export interface Act {
  type: "act";
  /** What to do. */
  action: GameAction;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** The last action of this turn, or all since entry `to`, which `back_to` in the view lists. */
export interface TakeBack {
  type: "take_back";
  /** The entry after which the game shall be again; null: take back the last action. */
  to?: number | null;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Ask the others to end the game without a winner. */
export interface AskEnd {
  type: "ask_end";
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** To what somebody asked (`request` in the view); with `to`, its `number`, to that and nothing asked since. */
export interface Answer {
  type: "answer";
  /** Whether it is agreed to. */
  yes: boolean;
  /** The entry that asked; null: whatever is asked at the moment. */
  to?: number | null;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** A stand-in goes on for the seat; the last side that has not resigned wins. */
export interface Resign {
  type: "resign";
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Let a stand-in play for somebody who has been away for a minute, until he is back. At tables with `absence`. */
export interface CallStandIn {
  type: "call_stand_in";
  /** 1 to 20 of A-Z a-z 0-9 . _ - */
  name: string;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** By the only one left, after a minute. At tables with `absence`; at others the house decides. */
export interface ClaimWin {
  type: "claim_win";
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Ask for advice, answered by `advice` after a while. Only in a game without other people, on one's own turn. */
export interface Hint {
  type: "hint";
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** The same people once more, at a new table (`rematch` in the view), with the same keys. */
export interface Rematch {
  type: "rematch";
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Say a line to everybody at the table: 1 to 500 characters that can be seen, or join others to a sign. */
export interface Say {
  type: "say";
  /** The line. */
  text: string;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Do not send this connection any line of that speaker, or do so again. */
export interface Mute {
  type: "mute";
  /** 1 to 20 of A-Z a-z 0-9 . _ - */
  name: string;
  /** False: hear that speaker again. Default: `true`. */
  muted?: boolean;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** Tell the operator of the house about a line of the chat, or about somebody at the table, and why. */
export interface Report {
  type: "report";
  /** The number of a line of the chat; null: it is about somebody. */
  line?: number | null;
  /** Somebody at the table, where it is about no line. */
  name?: string | null;
  /** For the operator, at most 200 characters. */
  reason?: string;
  /** Chosen by the client; the answer carries the same. */
  id?: string;
}

/** What opens a private house: its password, or an invitation. */
export interface Knock {
  /** The password of the house. */
  password?: string | null;
  /** The code of an invitation. */
  invitation?: string | null;
}

/** `seat` is kept for some time until its owner connects. `bots` are levels of bots that sit down at once. */
export interface NewTable {
  /** How to set it up. */
  options: OptionsInput;
  /** Who sits down first; null: nobody yet. */
  seat?: Opening | null;
  /** Levels of bots that sit down at once, at most four; they need a `seat`. */
  bots?: string[];
}

/** How a table is set up. */
export interface OptionsInput {
  /** The name of the game. */
  game: string;
  /** How many play. */
  players: number;
  /** Settings of the game, such as `expert` (Eriantys) or `cards` (Masters of Renaissance). */
  settings?: Record<string, unknown>;
  /** The seat of the first player; null: it is drawn. */
  first?: number | null;
  /** Whether the table is listed for everybody. Default: `true`. */
  public?: boolean;
  /** The clock; null: there is none. */
  clock?: ClockSettingsInput | null;
  /** Whether people without a seat may watch the game. Default: `true`. */
  watching?: boolean;
  /** Seconds by which watchers are behind. Default: `0`. */
  delay?: number;
  /**
   * How long the house waits for people who are away. Default: `{"turn": 30, "alone": 50, "clock": 30, "lobby": 60}`.
   */
  patience?: PatienceInput;
  /** False: no advice at this table. It has none anyway where several people play. */
  advice?: boolean;
  /** What becomes of absent players: `wait`, `minute` or `stand_in`. Left out: as `patience` says. */
  absence?: Absence;
}

/** `per` move: so many seconds for each turn; `per` game: so many in all, and an increment for each turn. */
export interface ClockSettingsInput {
  /** move or game. */
  per: string;
  /** 5 to 86,400. */
  seconds: number;
  /** Seconds added for each turn, at most 86,400. Default: `0`. */
  increment?: number;
}

/** How long the house waits for people who are away, in seconds. */
export interface PatienceInput {
  /** Before a stand-in plays an absent player's turn; at a public table 15 at least. Default: `30`. */
  turn?: number;
  /** Before the only one left wins; at a public table 30 at least. Default: `50`. */
  alone?: number;
  /** For which a lost connection stops the clock, in each turn; at a public table 15 at least. Default: `30`. */
  clock?: number;
  /** Before a seat is given up while the game has not started; while nobody is there 300 at most. Default: `60`. */
  lobby?: number;
}

/** Who opens a table sits at it first and hosts it. He contributes his nonce once he has seen the commitment. */
export interface Opening {
  /** 1 to 20 of A-Z a-z 0-9 . _ - */
  name: string;
  /** What opens the seat. The house keeps its SHA-256. */
  key: string;
  /** Tower and wizard. Default: `{"tower": null, "wizard": null}`. */
  look?: LookInput;
}

/**
 * Go on from a moment of a game, for practice. `player` is who one plays as there; null: whose turn it is. `bot` is
 * the level of those who take the other seats.
 */
export interface Fork {
  /** The number of an entry: the game goes on as it was after it. */
  at: number;
  /** Who plays there. */
  seat: Opening;
  /** 0 for A. */
  player?: number | null;
  /** One of the levels that the house offers (`/api/house`); not needed where nobody else plays. */
  bot?: string | null;
}

/** What somebody who learns has done in a step, and does now. */
export interface LessonTry {
  /** What is done now. */
  action: GameAction;
  /** What was done in this step before, at most 12 decisions. */
  done?: GameAction[];
}

/** Why the operator closes a table. */
export interface Closing {
  /** A reason that those at the table can read. */
  why: string;
}

/**
 * While draining no new tables are opened; `away` also sends everybody away who is connected, and with `leave` the
 * server ends when that is done. Where several servers keep the house open, people go to the others.
 */
export interface Draining {
  /** Whether no new tables are opened, because the house is about to close. Default: `true`. */
  draining?: boolean;
  /** Whether everybody who is connected is sent away, too. Default: `false`. */
  away?: boolean;
  /** Whether the server ends once everybody was sent away. Default: `false`. */
  leave?: boolean;
}

/** A key for one more operator, or for a program. */
export interface WantedKey {
  /** What it shall be called: 1 to 40 of A-Z a-z 0-9 . _ - */
  name: string;
  /** What it is for. Default: `"all"`. */
  scope?: Scope;
}

/** Let somebody say nothing, for so many hours or until it is taken back. */
export interface WantedMute {
  /** A name, an address or a network. */
  who: string;
  /** For how many hours; null: until it is taken back. */
  hours?: number | null;
}

/** How often an invitation may be used, and for how many days; null: without end. */
export interface WantedInvitation {
  /** How many browsers or programs it lets in. Default: `1`. */
  uses?: number | null;
  /** For how many days it can be used. Default: `7`. */
  days?: number | null;
}

/** What can be asked over HTTP. */
export const ROUTES = {
  /** What this house offers: games, bots, version. */
  house: { method: "GET", path: "/api/house" },
  /** Come into a private house, with its password or an invitation. */
  enter_house: { method: "POST", path: "/api/door" },
  /** Public tables that wait for players or play. */
  tables: { method: "GET", path: "/api/tables" },
  /** Open a table. */
  open_table: { method: "POST", path: "/api/tables" },
  /** A table as everybody may see it. */
  table: { method: "GET", path: "/api/tables/{code}" },
  /** The game so far as a file; with the secret and all draws once it is over. */
  replay: { method: "GET", path: "/api/tables/{code}/replay" },
  /** Every moment of the game as a watcher sees it; once it is over with what everybody held. */
  film: { method: "GET", path: "/api/tables/{code}/film" },
  /** The table as a watcher sees it, drawn for previews of links. */
  picture: { method: "GET", path: "/api/tables/{code}/picture.png" },
  /** A finished game looked back at: chances to win, turning points, what would have been better. */
  review: { method: "GET", path: "/api/tables/{code}/review" },
  /** Open a table for practice that begins from a moment of this game. What cannot be seen there is dealt anew. */
  fork: { method: "POST", path: "/api/tables/{code}/fork" },
  /** Finished public games. */
  history: { method: "GET", path: "/api/history" },
  /** Check the replay of a finished game: commitment, every draw, every entry. */
  verify: { method: "POST", path: "/api/verify" },
  /** The rules of a game. */
  rules: { method: "GET", path: "/api/rules/{game}" },
  /** A step of the lesson of a game, as it begins. Steps count from 1. */
  lesson: { method: "GET", path: "/api/lessons/{game}/{step}" },
  /** Do something in a step of a lesson. Nothing is kept: say what was done before. */
  try_lesson: { method: "POST", path: "/api/lessons/{game}/{step}" },
  /** This description of the HTTP part. */
  openapi: { method: "GET", path: "/api/openapi.json" },
  /** The description of the WebSocket part. */
  asyncapi: { method: "GET", path: "/api/asyncapi.json" },
  /** JSON Schema of every message of the WebSocket. */
  schema: { method: "GET", path: "/api/schema.json" },
  /** TypeScript types of everything here. */
  types: { method: "GET", path: "/api/protocol.ts" },
  /** Whether the server takes newcomers: 503 while it makes way for others, and while nothing can be written. */
  health: { method: "GET", path: "/healthz" },
  /** That the server runs, whatever else is wrong. */
  alive: { method: "GET", path: "/livez" },
  /** Figures for Prometheus. */
  metrics: { method: "GET", path: "/metrics" },
  /** What the operator sees. */
  operator: { method: "GET", path: "/api/operator" },
  /** Close a table. */
  close_table: { method: "POST", path: "/api/operator/tables/{code}/close" },
  /** Refused addresses. */
  addresses: { method: "GET", path: "/api/operator/addresses" },
  /** Refuse these addresses from now on, and no others. */
  refuse_addresses: { method: "PUT", path: "/api/operator/addresses" },
  /** Begin or end draining. */
  drain: { method: "POST", path: "/api/operator/drain" },
  /** What operators have done at this server, and wrong keys. */
  audit_log: { method: "GET", path: "/api/operator/audit" },
  /** Keys of operators. */
  operator_keys: { method: "GET", path: "/api/operator/keys" },
  /** Make a key for one more operator. */
  add_key: { method: "POST", path: "/api/operator/keys" },
  /** Revoke a key. In place of the first one another is written to the server's folder. */
  revoke_key: { method: "DELETE", path: "/api/operator/keys/{key_name}" },
  /** Delete a table with its log and its chat, whatever is going on there. */
  forget_table: { method: "DELETE", path: "/api/operator/tables/{code}" },
  /** Delete the text of a line of the chat. */
  delete_line: { method: "DELETE", path: "/api/operator/tables/{code}/lines/{line}" },
  /** Everything that is kept under a name. */
  export_person: { method: "GET", path: "/api/operator/people/{person}" },
  /** Delete a name from games that have ended, with what was said under it. */
  delete_name: { method: "DELETE", path: "/api/operator/people/{person}" },
  /** What players have reported. */
  reports: { method: "GET", path: "/api/operator/reports" },
  /** Close a report: it is deleted. */
  close_report: { method: "DELETE", path: "/api/operator/reports/{report}" },
  /** Who may say nothing. */
  mutes: { method: "GET", path: "/api/operator/mutes" },
  /** Let a name, an address or a network say nothing. */
  mute: { method: "POST", path: "/api/operator/mutes" },
  /** Let them speak again. */
  unmute: { method: "DELETE", path: "/api/operator/mutes" },
  /** Invitations to a private house. */
  invitations: { method: "GET", path: "/api/operator/invitations" },
  /** Make an invitation to a private house. */
  invite: { method: "POST", path: "/api/operator/invitations" },
  /** Revoke an invitation, for those who have used it as well. */
  revoke_invitation: { method: "DELETE", path: "/api/operator/invitations/{invitation}" },
} as const;

/** What routes answer. Whatever is refused is answered with `Wrong`. */
export interface Answers {
  house: House;
  enter_house: Admitted;
  tables: TableList;
  open_table: Opened;
  table: TableView;
  replay: Replay;
  film: Film;
  picture: string;
  review: Review;
  fork: Opened;
  history: History;
  verify: Verification;
  rules: string;
  lesson: LessonMoment;
  try_lesson: LessonMoment;
  openapi: Record<string, unknown>;
  asyncapi: Record<string, unknown>;
  schema: Record<string, unknown>;
  types: string;
  health: Health;
  alive: Health;
  metrics: string;
  operator: OperatorView;
  close_table: Health;
  addresses: Addresses;
  refuse_addresses: Addresses;
  drain: Health;
  audit_log: AuditLog;
  operator_keys: OperatorKeys;
  add_key: NewKey;
  revoke_key: Settled;
  forget_table: Settled;
  delete_line: Settled;
  export_person: Person;
  delete_name: NameDeleted;
  reports: ReportList;
  close_report: Settled;
  mutes: MuteList;
  mute: MuteList;
  unmute: MuteList;
  invitations: InvitationList;
  invite: NewInvitation;
  revoke_invitation: Settled;
}

/** What routes are asked, in the body. */
export interface Asks {
  enter_house: Knock;
  open_table: NewTable;
  fork: Fork;
  verify: Replay;
  try_lesson: LessonTry;
  close_table: Closing;
  refuse_addresses: Addresses;
  drain: Draining;
  add_key: WantedKey;
  mute: WantedMute;
  invite: WantedInvitation;
}
