import type { AroundLocale } from "../words.ts";

/** Italian, informal (tu). */
const it: AroundLocale = {
  lang: "it",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "Non hai il permesso di farlo.",
      not_available: "Qui non è attivo.",
      gone: "Non esiste più.",
      network_changed: "La tua rete è cambiata. Ricomincia su questo dispositivo.",
      code_wrong: "Questo codice non è corretto. Prova con il prossimo.",
      code_needed: "Inserisci il codice che ti abbiamo inviato.",
      second_step_needed: "Prima accedi con il secondo passaggio.",
      other_step_needed: "Aggiungi prima un altro secondo passaggio.",
      too_many_steps: "Non puoi averne altri. Prima rimuovine uno.",
      step_name_taken: "Questo nome è già in uso. Scegline un altro.",
      step_exists: "L’hai già aggiunto.",
      last_way_in: "L’ultimo modo per accedere non si può scollegare.",
      identity_in_conflict:
        "Non si può scollegare: il suo indirizzo email appartiene a un altro account.",
      identity_taken: "Appartiene già a un altro account.",
      robot: "Non siamo riusciti a verificare che non sei un robot. Riprova.",
      email_refused: "Non possiamo inviare email a questo indirizzo. Usane un altro.",
      sso_off: "Il Single Sign-On qui non è attivo. Accedi in un altro modo.",
      sso_unknown: "Non c’è un Single Sign-On per questo indirizzo. Accedi in un altro modo.",
      sso_faulty:
        "Il Single Sign-On della tua organizzazione non ha funzionato. Rivolgiti ai suoi amministratori.",
      sso_managed: "Se ne occupa la tua organizzazione. Modificalo lì.",
    },
    help: {
      resend: "Invia di nuovo la conferma",
      wait: "Riprova tra {{seconds}}\u00a0s",
      again: "Riprova",
    },
    passkeys: {
      button_label: "Accedi con una passkey",
      cancelled: "Il tuo dispositivo non ha confermato. Riprova o accedi in un altro modo.",
    },
    passkey_offer: {
      heading: "La prossima volta accedi senza password",
      text: "Una passkey usa la tua impronta, il tuo volto o il PIN di questo dispositivo.",
      add: "Aggiungi una passkey",
      later: "Non ora",
      never: "Non chiedere più",
      done: "Fatto. La prossima volta accedi con la tua passkey.",
    },
    sso: {
      link: "Usa il Single Sign-On",
      heading: "Single Sign-On",
      text: "È la tua organizzazione a farti accedere. La troviamo dal tuo indirizzo.",
      label: "Indirizzo email di lavoro",
      button_label: "Continua",
      missing: "Inserisci il tuo indirizzo email di lavoro.",
      back: "Accedi in un altro modo",
    },
    captcha: {
      label: "Verifica che non sei un robot",
      failed:
        "Non è stato possibile caricare la verifica contro i robot. Ricarica la pagina o consentila nel tuo browser.",
    },
    last_used: {
      mark: "Usato per ultimo",
    },
    mail_hint: {
      use: "Intendevi {{email}}?",
    },
    offline: {
      text: "Sei offline. Quello che hai scritto resta qui.",
      back: "Sei di nuovo online.",
      again: "Riprova",
    },
    checklist: {
      heading: "La password deve avere",
      length: "Almeno {{count}} caratteri",
      longer: "Più caratteri",
      lower: "Una lettera minuscola",
      upper: "Una lettera maiuscola",
      letter: "Una lettera",
      digit: "Una cifra",
      symbol: "Un simbolo, come ! o ?",
      kinds: "Più tipi di caratteri",
      pwned: "Non essere in un elenco di password trapelate",
      bytes: "Al massimo 72 byte: {{count}} finora. Alcuni caratteri contano più di una volta.",
      met: "Soddisfatto",
      unmet: "Non ancora soddisfatto",
    },
  },
};

export default it;
