// The lessons in English: for each step what it is about, what to do in each decision, and what came of it.

import type { Lessons } from "./texts.svelte";

export const en: Lessons = {
  eriantys: {
    assistants: {
      title: "Assistants",
      text: "The goal: build towers on islands. Whoever builds all of theirs wins at once; otherwise whoever has built the most. A round begins with planning: everybody plays one assistant. The lowest number has the first turn, a high number carries mother nature further. You cannot play a number that somebody else has played this round.",
      do: ["Bea has played the 6. Play the 3, to be first."],
      after: "You are first now. Mother nature may go up to 2 steps in your turn: half the number of your assistant, rounded up.",
    },
    islands: {
      title: "Students on islands",
      text: "In your turn you move three students out of your entrance, one by one. A student can go to an island. There it counts for whoever holds the professor of its colour.",
      do: ["Pick a red student in your entrance and put it on island 8."],
      after: "Two red students are on island 8 now. They will count for whoever holds the red professor.",
    },
    dining: {
      title: "The dining room",
      text: "A student can also sit down in your dining room, at the table of its colour. Whoever has more students of a colour there than anybody else holds its professor.",
      do: ["Seat a red student in your dining room."],
      after: "Nobody else has a red student in the dining room, so the red professor is yours.",
    },
    professors: {
      title: "Professors change hands",
      text: "Bea holds the green professor, with two green students in her dining room. You have two as well, and a tie changes nothing. One more, and you have more than she has.",
      do: ["Seat a green student in your dining room."],
      after: "The green professor comes to you. Only dining rooms count for that, never students on islands.",
    },
    mother_nature: {
      title: "Mother nature",
      text: "After your students you move mother nature clockwise, by at least one step. Where she stops, the island is decided: whoever has the most influence there builds a tower. You played a 5, so she goes up to 3 steps.",
      do: ["Move her 2 steps, to island 10."],
      after: "Two green students count for you, since you hold their professor; one yellow counts for Bea. You build a tower.",
    },
    influence: {
      title: "Influence",
      text: "You have one influence for each student whose professor you hold, and one for each tower of yours on the island. Island 1 is Bea's: her tower and a yellow student make 2. Three red students there count for you. Point at an island to see such figures.",
      do: ["Move mother nature 2 steps, to island 1."],
      after: "3 against 2: Bea takes her tower back, and yours takes its place. In a tie nothing would have changed.",
    },
    joining: {
      title: "Islands join",
      text: "Neighbouring islands with towers of one colour join for good, as one island group. A group is one step for mother nature, and its students and towers count together. Your towers stand on islands 8 and 10.",
      do: ["Move mother nature 3 steps, to island 9."],
      after: "Three islands are one group now. It is hard to take from you: its three towers count for you already.",
    },
    clouds: {
      title: "Clouds",
      text: "At the end of your turn you take all students of one cloud into your entrance. Think of the colours that you will need, and of those that the others want.",
      do: ["Take cloud 1: red students keep your red professor safe."],
      after: "Your entrance is full again, and it is Bea's turn. When everybody has had a turn, the next round begins.",
    },
    characters: {
      title: "Coins and characters",
      text: "The expert game has coins and three characters. A student on seat 3, 6 or 9 of a table in your dining room gives you a coin. Once in a turn you may pay for a character; after its first use it costs one coin more, for good.",
      do: [
        "Seat the green student: it takes the third seat, and you get a coin.",
        "Choose the knight among the characters and use it, for 2 coins.",
        "Move mother nature 1 step, to island 6.",
      ],
      after: "The knight gave you 2 more influence: 3 against 2, and the tower is yours. It works in this turn only.",
    },
    end: {
      title: "The end",
      text: "The game ends at once when somebody builds the last tower, or when three island groups are left. It also ends after the round in which the bag or the assistants run out. Then whoever has built the most towers wins; in a tie, whoever holds the most professors.",
      do: ["You have one tower left. Move mother nature 1 step, to island 4, and build it."],
      after: "Your last tower stands: you win. That is the whole game.",
    },
  },
  masters: {
    leaders: {
      title: "Leaders",
      text: "The goal: to have the most points when somebody buys a seventh card or reaches the end of the faith track. Cards, faith, leaders and resources give points. At the beginning you see four leaders and keep two. A leader asks for cards or resources. Once in play it is worth points and has an ability for the rest of the game.",
      do: ["Choose any two leaders and keep them."],
      after: "Only you see the leaders in your hand. You can play them in a turn of yours, once you have what they ask for.",
    },
    market: {
      title: "The market",
      text: "In a turn you do one of three things. The first: take a row or a column of the market. Yellow marbles are coins, grey ones stones, purple ones servants, blue ones shields. Red is faith, and white gives nothing.",
      do: [
        "Choose row 3 and take it: it gives a stone and two coins.",
        "Put the stone on shelf 1.",
        "Put the coin on shelf 2 or 3.",
        "Put the second coin beside the first.",
      ],
      after: "Three resources are yours. The marble of the slide was pushed into the row, so the market has changed.",
    },
    warehouse: {
      title: "The warehouse",
      text: "Your warehouse has shelves for one, two and three resources. A shelf holds one kind only, and no two shelves hold the same. In your turn you may rearrange them as you like, at no cost.",
      do: ["A single shield takes up the largest shelf. Choose shelf 3, then shelf 1."],
      after: "Now shelf 3 has room for three resources of one kind.",
    },
    discarding: {
      title: "What does not fit",
      text: "What you took but cannot or will not store is discarded. For each resource that you discard, all others move one space along the faith track.",
      do: [
        "Choose column 4 and take it: it gives a stone and a coin.",
        "Put the stone on shelf 3.",
        "The shelf of the coins is full. Discard the coin.",
      ],
      after: "Bea moves one space along. It is worth looking at your shelves before you take a line.",
    },
    buying: {
      title: "Buying a card",
      text: "The second thing that you can do: buy a development card. You pay what is shown at its top, from warehouse and strongbox. Level 1 goes to an empty slot, level 2 on a card of level 1, level 3 on one of level 2.",
      do: ["Buy the green card of level 1, for two shields."],
      after: "The card is worth points, and from your next turn on you may use its production.",
    },
    production: {
      title: "Production",
      text: "The third thing: production. Choose any of your powers. First all of them take what they need, then all of them give. What is produced goes to your strongbox, where there is room for everything; faith moves your marker.",
      do: ["Choose the card, which turns your coin into faith. Then choose the basic power, which turns two stones into a resource that you like. Produce."],
      after: "Your marker has moved on, and a resource lies in your strongbox. Each power works once in a turn.",
    },
    playing_leaders: {
      title: "Playing a leader",
      text: "Before or after the main action you may play a leader, if you have what it asks for. Nothing is paid for that. Or you discard a leader from your hand, for one faith.",
      do: ["You have a green and a yellow card: play the leader who makes cards cost one servant less."],
      after: "The leader is in play: it is worth 2 points, and cards that cost servants are cheaper for you.",
    },
    faith: {
      title: "Faith and the pope",
      text: "The faith track gives points. When somebody reaches a pope space there is a Vatican report: whoever stands in that section or beyond keeps the pope's favour tile, all others lose theirs. You are one space short of the first one.",
      do: ["Choose row 2 and take it: its red marble is one faith."],
      after: "You keep your tile, for 2 points. Bea stands on space 4, before the section: hers is lost.",
    },
    end: {
      title: "The end",
      text: "The end comes with somebody's seventh card, or at the last space of the faith track. The round is finished, then cards, faith, tiles and leaders are counted, and a point for every five resources.",
      do: ["You have six cards. Buy the green card of level 3, for six shields from your strongbox."],
      after: "This is the last round: Bea has one more turn, then the points decide.",
    },
    solo: {
      title: "Alone against Lorenzo",
      text: "Alone you play against Lorenzo. After each of your turns he draws a token: cards leave the grid, or his black cross goes on. He wins when a colour is gone, or when his cross is at the end of the track before you.",
      do: ["End your turn, and see what he draws."],
      after: "Two green cards have left the grid. With the seventh card, or at the end of the track, you win. That is the whole game.",
    },
  },
};
