// Imparare, regole, glossario, suoni e avvisi in italiano.

import type { learn as english } from "./learn.en";

export const learn: Record<keyof typeof english, string> = {
  "page.loading": "Un momento…",
  "page.again": "Riprova",

  "door.expert.hint": "Monete, e tre personaggi che cambiano di partita in partita.",

  "learn.open": "Impara",
  "learn.title": "Impara un gioco",
  "learn.hint": "Dieci brevi passi sul vero tavolo. Puoi smettere quando vuoi e continuare più tardi.",
  "learn.game": "Impara {game}",
  "learn.new": "Non lo conosci?",
  "learn.begin": "Comincia",
  "learn.go_on": "Continua dal passo {step}",
  "learn.once_more": "Ancora una volta",
  "learn.done_of": "{done} passi fatti su {steps}",
  "learn.step": "Passo {step} di {steps}",
  "learn.steps": "Passi",
  "learn.step_done": "{title}, fatto",
  "learn.not_asked": "È permesso, ma qui prova così: {what}",
  "learn.not_allowed": "Qui non si può fare. Prova così: {what}",
  "learn.back": "Indietro",
  "learn.next": "Avanti",
  "learn.skip": "Salta",
  "learn.restart": "Ricomincia questo passo",
  "learn.finish": "Concludi",
  "learn.end.title": "Ora sai come funziona",
  "learn.end.text": "Il resto viene giocando. Le regole e il glossario sono accanto a ogni tavolo.",
  "learn.first_game": "Gioca una prima partita contro un bot facile",
  "learn.to_lessons": "Alle lezioni",

  "rules.open": "Regole",
  "rules.title": "Regole di {game}",
  "rules.text": "Quale testo",
  "rules.text.guide": "In breve",
  "rules.text.details": "Tutti i dettagli",
  "rules.in_english": "I dettagli sono in inglese.",
  "rules.search": "Cerca nelle regole",
  "rules.found.one": "{count} sezione",
  "rules.found.other": "{count} sezioni",
  "rules.found_none": "Non si è trovato nulla. Prova un'altra parola.",
  "rules.contents": "Sezioni",
  "rules.section": "Vedi le regole",

  "glossary.title": "Glossario",
  "glossary.hint": "Le parole dei due giochi. Dove una è sottolineata a puntini, si spiega da sola.",

  "sound.title": "Suono",
  "sound.on": "Suoni",
  "sound.volume": "Volume",
  "notify.on": "Avvisami quando tocca a me e questa pagina è nascosta",
  "notify.denied": "Questo browser non lo permette. Puoi cambiarlo nelle sue impostazioni per questa pagina.",
  "notify.missing": "Questo browser non ha avvisi.",
  "notify.body": "Tocca a te.",
};
