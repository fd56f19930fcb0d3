"""What the terminal says, one entry for each text, to be translated in one place; the game has words of its own."""

from __future__ import annotations

CATALOGUE = {
    # Coming and going
    "welcome": "You are {seat} and build {tower} towers.",
    "welcome.partner": "You are {seat} and build {tower} towers, together with {partner}.",
    "welcome.others.one": "{seats} chooses at random.",
    "welcome.others.more": "{seats} choose at random.",
    "welcome.help": "Type ? at any question for help, hint for advice, q to leave.",
    "leave.confirm": "Leave the game? It is not kept. Type y to leave, anything else to stay.",
    "leave": "You leave the table. Good-bye.",
    "end.won": "You win: {why}",
    "end.shared": "You and {others} win: {why}",
    "end.lost.one": "{others} wins: {why}",
    "end.lost.more": "{others} win: {why}",
    "end.again": "The same game again: python3 run.py practice {options}",
    # Questions
    "ask.assistant": "Play an assistant. Low ones act first, high ones carry mother nature further.\n  {choices}",
    "ask.assistant.choice": "{values}: {steps}",
    "ask.student": "Move a student, {number} of {all}. Your entrance: {entrance}\n"
    "  Type a colour and a place: {letter} d for the dining room, {letter} 5 for island 5.",
    "ask.target": "Where does the {colour} student go? d dining room, 1 to 12 an island, x back",
    "ask.move_mother_nature": "Send mother nature. How many steps?",
    "ask.take_cloud": "Take a cloud. Which one?",
    "ask.end_turn": "There is no cloud to take.",
    "ask.characters": "   c  Use a character",
    "ask.character": "Which character? You have {coins}; x goes back.",
    "ask.island": "Which island? 1 to 12; x goes back.",
    "ask.choice": "Which one? x goes back.",
    "ask.line": "  {key:>2}  {sentence}",
    "prompt": "> ",
    "hint": "Your chance to win is {chance}. The best, with your chance after it:",
    "hint.action": "  {chance:>5}  {action}",
    "hint.why": "         {why}",
    # Answers that lead nowhere
    "wrong.assistant": "That is no assistant. Type the number of one in your hand, or ? for help.",
    "wrong.student": "That is no student and place. Type for instance {letter} d or {letter} 5, or ? for help.",
    "wrong.target": "That is no place. Type d, the number of an island, or x.",
    "wrong.mother_nature": "That is no number of steps. Type one from the list, or ? for help.",
    "wrong.cloud": "That is no cloud. Type a number from the list, or ? for help.",
    "wrong.end": "That is not on the list. Type e, or ? for help.",
    "wrong.character": "That character is not in this game. Type a number from the list, or x.",
    "wrong.island": "That is no island. Type its number, or x.",
    "wrong.choice": "That is not on the list. Type what stands at the beginning of a line, or x.",
    # What happened
    "told.round": "Round {number}. {opener}",
    "told.round.you": "You open it.",
    "told.round.other": "{seat} opens it.",
    "told.assistant": "{seat} plays assistant {value}.",
    "told.dining.entrance": "{seat} moves a {colour} student to the dining room.",
    "told.dining.card": "{seat} seats the {colour} student in the dining room.",
    "told.island.entrance": "{seat} moves a {colour} student to {island}.",
    "told.island.card": "{seat} moves the {colour} student to {island}.",
    "told.professor.you": "You take the {colour} professor.",
    "told.professor.you.from": "You take the {colour} professor from {former}.",
    "told.professor.other": "{seat} takes the {colour} professor.",
    "told.professor.other.from": "{seat} takes the {colour} professor from {former}.",
    "told.former.you": "you",
    "told.coin.you": "You earn a coin and have {coins}.",
    "told.coin.other": "{seat} earns a coin and has {coins}.",
    "told.mother_nature": "{seat} sends mother nature {steps}, to {island}.",
    "told.influence": "Influence there: {shares}.",
    "told.influence.same": "Influence there: {shares}. Nothing changes.",
    "told.influence.none": "Nobody has influence there.",
    "told.tower.one": "A {tower} tower rises on {island}.",
    "told.tower.more": "{count} {tower} towers rise on {island}.",
    "told.tower.one.from": "The {former} tower on {island} becomes {tower}.",
    "told.tower.more.from": "The {count} {former} towers on {island} become {tower}.",
    "told.joined": "{islands} belong together now.",
    "told.no_entry.placed": "A no-entry tile lies on {island} now.",
    "told.no_entry.used": "A no-entry tile on {island} goes back to its card; nothing else happens.",
    "told.cloud": "{seat} takes cloud {cloud} ({students}).",
    "told.character": "{seat} uses the {character} ({coins}).",
    "told.character.effect": "{seat} uses the {character} ({coins}): {effect}.",
    "told.swapped.card": "{seat} swaps a {given} student of the entrance for a {taken} one of the card.",
    "told.swapped.dining": "{seat} swaps a {given} student of the entrance for a {taken} one of the dining room.",
    "told.returned.you": "You return {count} {colour} to the bag.",
    "told.returned.other": "{seat} returns {count} {colour} to the bag.",
    "told.ignored": "{colour} students count nothing this turn.",
    "told.last_round": "This is the last round: {why}",
    "help": """\
THE TABLE
  Islands lie in a ring, numbered clockwise. Joined islands have no wall
  between them; their students are written on the first of them. The clouds lie
  in the middle. Below is a line for each player: towers left, students in the
  entrance, students at the five tables of the dining room (* with the
  professor), {coins}the assistant of this round, the assistants in hand.
A ROUND
  Everybody plays an assistant. Then, the lowest assistant first, each player
  - moves {students} students from the entrance, to islands or to the dining room:
    who has the most students of a colour there takes its professor;
  - sends mother nature clockwise. Where she stops, the side with the most
    influence puts a tower on each island of the group. Every student whose
    professor a side has counts 1, every tower of its own 1. Neighbours with
    the same towers join;
  - takes the students of a cloud into the entrance.
THE END
  Whoever builds the last tower wins. The most towers win, then the most
  professors, when three groups of islands are left, and at the end of the
  round in which the bag runs empty or the assistants run out.
{expert}ANSWERS
  Colours: g r y p b.   ? this help   t the table again   q leave the game
  hint: the best actions, each with your chance to win after it""",
    "help.coins": "coins, ",
    "help.expert": """\
CHARACTERS
  Once in your turn you can use a character: type c. It costs coins, one more
  after its first use. The third, sixth and ninth student at each of your
  tables brings a coin.
""",
}


def phrase(key: str, /, **fields: object) -> str:
    return CATALOGUE[key].format(**fields)
