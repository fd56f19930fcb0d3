// Le lezioni in italiano.

import type { Lessons } from "./texts.svelte";

export const it: Lessons = {
  eriantys: {
    assistants: {
      title: "Gli assistenti",
      text: "Lo scopo: costruire torri sulle isole. Chi le costruisce tutte vince subito; altrimenti vince chi ne ha di più. Un giro comincia con la pianificazione: ognuno gioca un assistente. Chi ha il numero più basso gioca per primo, ma un numero alto porta madre natura più lontano. Nel giro non si può giocare un numero già giocato.",
      do: ["Bea ha giocato il 6. Gioca il 3, per cominciare tu."],
      after: "Ora cominci tu. Nel tuo turno madre natura può fare fino a 2 passi: la metà del numero dell'assistente, arrotondata per eccesso.",
    },
    islands: {
      title: "Studenti sulle isole",
      text: "Nel tuo turno sposti tre studenti dal tuo ingresso, uno alla volta. Uno studente può andare su un'isola. Lì conta per chi ha il professore del suo colore.",
      do: ["Prendi uno studente rosso dal tuo ingresso e mettilo sull'isola 8."],
      after: "Ora sull'isola 8 ci sono due studenti rossi. Conteranno per chi ha il professore rosso.",
    },
    dining: {
      title: "La sala",
      text: "Uno studente può anche sedersi nella tua sala, al tavolo del suo colore. Chi vi ha più studenti di un colore di tutti gli altri ne ha il professore.",
      do: ["Metti nella tua sala uno studente rosso."],
      after: "Nessun altro ha studenti rossi in sala: il professore rosso è tuo.",
    },
    professors: {
      title: "I professori cambiano mano",
      text: "Bea ha il professore verde, con due studenti verdi nella sua sala. Anche tu ne hai due, e in parità non cambia nulla. Con uno in più la superi.",
      do: ["Metti nella tua sala uno studente verde."],
      after: "Il professore verde passa a te. Per questo contano solo le sale, mai gli studenti sulle isole.",
    },
    mother_nature: {
      title: "Madre natura",
      text: "Dopo gli studenti muovi madre natura in senso orario, almeno di un passo. Dove si ferma si decide l'isola: chi vi ha più influenza costruisce una torre. Hai giocato il 5, quindi fa fino a 3 passi.",
      do: ["Muovila di 2 passi, sull'isola 10."],
      after: "Due studenti verdi contano per te, perché hai il loro professore; uno giallo conta per Bea. Costruisci una torre.",
    },
    influence: {
      title: "L'influenza",
      text: "Hai un punto di influenza per ogni studente di cui hai il professore, e uno per ogni tua torre sull'isola. L'isola 1 è di Bea: la sua torre e uno studente giallo fanno 2. Tre studenti rossi contano per te. Indica un'isola per vedere questi numeri.",
      do: ["Muovi madre natura di 2 passi, sull'isola 1."],
      after: "3 contro 2: Bea riprende la sua torre, e la tua ne prende il posto. In parità non sarebbe cambiato nulla.",
    },
    joining: {
      title: "Le isole si uniscono",
      text: "Isole vicine con torri dello stesso colore si uniscono per sempre in un gruppo di isole. Un gruppo è un solo passo per madre natura, e studenti e torri contano insieme. Le tue torri stanno sulle isole 8 e 10.",
      do: ["Muovi madre natura di 3 passi, sull'isola 9."],
      after: "Ora tre isole sono un gruppo. È difficile togliertelo: le sue tre torri contano già per te.",
    },
    clouds: {
      title: "Le nuvole",
      text: "Alla fine del turno prendi nel tuo ingresso tutti gli studenti di una nuvola. Pensa ai colori che ti serviranno, e a quelli che vogliono gli altri.",
      do: ["Prendi la nuvola 1: gli studenti rossi tengono al sicuro il tuo professore."],
      after: "Il tuo ingresso è di nuovo pieno, e tocca a Bea. Quando tutti hanno avuto un turno, comincia il giro seguente.",
    },
    characters: {
      title: "Monete e personaggi",
      text: "Il gioco per esperti ha monete e tre personaggi. Uno studente al posto 3, 6 o 9 di un tavolo della sala ti dà una moneta. Una volta per turno puoi pagare un personaggio; dopo il primo uso costa per sempre una moneta in più.",
      do: [
        "Metti in sala lo studente verde: prende il terzo posto, e tu ricevi una moneta.",
        "Scegli il cavaliere tra i personaggi e usalo, per 2 monete.",
        "Muovi madre natura di 1 passo, sull'isola 6.",
      ],
      after: "Il cavaliere ti ha dato 2 di influenza in più: 3 contro 2, e la torre è tua. Vale solo in questo turno.",
    },
    end: {
      title: "La fine",
      text: "La partita finisce subito quando qualcuno costruisce l'ultima torre, o quando restano tre gruppi di isole. Finisce anche dopo il giro in cui si esauriscono il sacchetto o gli assistenti. Allora vince chi ha più torri, e in parità chi ha più professori.",
      do: ["Ti resta una torre. Muovi madre natura di 1 passo, sull'isola 4, e costruiscila."],
      after: "La tua ultima torre è in piedi: vinci. Il gioco è tutto qui.",
    },
  },
  masters: {
    leaders: {
      title: "I leader",
      text: "Lo scopo: avere più punti quando qualcuno ha sette carte o arriva in fondo al tracciato fede. Danno punti le carte, la fede, i leader e le risorse. All'inizio vedi quattro leader e ne tieni due. Un leader richiede carte o risorse. Quando è in gioco vale punti e ha un'abilità per il resto della partita.",
      do: ["Scegli due leader qualsiasi e tienili."],
      after: "Solo tu vedi i leader che hai in mano. Puoi giocarli in un tuo turno, quando hai quello che richiedono.",
    },
    market: {
      title: "Il mercato",
      text: "In un turno fai una di tre cose. La prima: prendere una riga o una colonna del mercato. Le biglie gialle sono monete, le grigie pietre, le viola servitori, le blu scudi. Il rosso è fede, e il bianco non dà nulla.",
      do: [
        "Scegli la riga 3 e prendila: dà una pietra e due monete.",
        "Metti la pietra sul ripiano 1.",
        "Metti la moneta sul ripiano 2 o 3.",
        "Metti la seconda moneta accanto alla prima.",
      ],
      after: "Tre risorse sono tue. La biglia dello scivolo è entrata nella riga, quindi il mercato è cambiato.",
    },
    warehouse: {
      title: "Il magazzino",
      text: "Il tuo magazzino ha ripiani per una, due e tre risorse. Un ripiano tiene un solo tipo, e due ripiani non tengono mai lo stesso. Nel tuo turno puoi riordinarli come vuoi, senza pagare.",
      do: ["Un solo scudo occupa il ripiano più grande. Scegli il ripiano 3, poi il ripiano 1."],
      after: "Ora il ripiano 3 ha posto per tre risorse dello stesso tipo.",
    },
    discarding: {
      title: "Quello che non ci sta",
      text: "Quello che hai preso ma non puoi o non vuoi riporre si scarta. Per ogni risorsa che scarti tutti gli altri avanzano di una casella sul tracciato fede.",
      do: [
        "Scegli la colonna 4 e prendila: dà una pietra e una moneta.",
        "Metti la pietra sul ripiano 3.",
        "Il ripiano delle monete è pieno. Scarta la moneta.",
      ],
      after: "Bea avanza di una casella. Conviene guardare i propri ripiani prima di prendere una linea.",
    },
    buying: {
      title: "Comprare una carta",
      text: "La seconda cosa che puoi fare: comprare una carta sviluppo. Paghi quello che si vede in alto, dal magazzino e dal forziere. Il livello 1 va in uno spazio vuoto, il 2 su una carta di livello 1, il 3 su una di livello 2.",
      do: ["Compra la carta verde di livello 1, per due scudi."],
      after: "La carta vale punti, e dal tuo prossimo turno puoi usare la sua produzione.",
    },
    production: {
      title: "La produzione",
      text: "La terza cosa: la produzione. Scegli quali usare: prima tutte prendono quello che serve, poi tutte danno. Quello che si produce va nel tuo forziere, dove c'è posto per tutto; la fede fa avanzare il tuo segnalino.",
      do: ["Scegli la carta, che trasforma la tua moneta in fede. Poi scegli la produzione base, che trasforma due pietre in una risorsa a scelta. Produci."],
      after: "Il tuo segnalino è avanzato, e nel forziere c'è una risorsa. Ogni produzione vale una volta per turno.",
    },
    playing_leaders: {
      title: "Giocare un leader",
      text: "Prima o dopo l'azione principale puoi giocare un leader, se hai quello che richiede. Non si paga nulla. Oppure scarti un leader che hai in mano e ricevi una fede.",
      do: ["Hai una carta verde e una gialla: gioca il leader con cui le carte costano un servitore in meno."],
      after: "Il leader è in gioco: vale 2 punti, e le carte che costano servitori per te costano meno.",
    },
    faith: {
      title: "La fede e il papa",
      text: "Il tracciato fede dà punti. Quando qualcuno raggiunge una casella del papa c'è un rapporto in Vaticano: chi sta in quella sezione o oltre tiene la tessera del favore del papa, gli altri la perdono. A te manca una casella per la prima.",
      do: ["Scegli la riga 2 e prendila: la sua biglia rossa è una fede."],
      after: "Tieni la tua tessera, per 2 punti. Bea sta sulla casella 4, prima della sezione: la sua è persa.",
    },
    end: {
      title: "La fine",
      text: "La fine arriva con la settima carta di qualcuno, o all'ultima casella del tracciato fede. Si finisce il giro, poi si contano carte, fede, tessere e leader, e un punto ogni cinque risorse.",
      do: ["Hai sei carte. Compra la carta verde di livello 3, per sei scudi del forziere."],
      after: "È l'ultimo giro: Bea ha ancora un turno, poi decidono i punti.",
    },
    solo: {
      title: "In solitario contro Lorenzo",
      text: "In solitario si gioca contro Lorenzo. Dopo ogni tuo turno pesca un segnalino: delle carte lasciano la griglia, o la sua croce nera avanza. Vince se finisce un colore, o se la sua croce arriva in fondo al tracciato prima di te.",
      do: ["Concludi il turno, e guarda che cosa pesca."],
      after: "Due carte verdi hanno lasciato la griglia. Con la settima carta, o in fondo al tracciato, vinci. Il gioco è tutto qui.",
    },
  },
};
