import type { PluginLocale } from "../words.ts";

/** Italian, informal (tu). */
const it: PluginLocale = {
  lang: "it",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Controlla la tua email",
      sign_up_text:
        "Abbiamo inviato un’email a {{email}}. Apri il link che contiene per confermare il tuo account.",
      magic_link_text:
        "Abbiamo inviato un’email a {{email}}. Apri il link che contiene per accedere.",
      forgotten_password_text:
        "Abbiamo inviato un’email a {{email}}. Apri il link che contiene per scegliere una nuova password.",
      email_change_text:
        "Abbiamo inviato un’email a {{email}}. Apri il link che contiene per confermare l’indirizzo.",
      waiting_text:
        "Apri il link su qualsiasi dispositivo. Se lo apri in questo browser, questa pagina continua da sola.",
      same_browser_text: "Apri il link in questo browser. Questa pagina continuerà da sola.",
      code_text: "Oppure inserisci qui il codice dell’email.",
      have_code: "Hai un codice? Inseriscilo",
      wrong_address: "Indirizzo sbagliato?",
      open_mail: "Apri {{provider}}",
      resend_button_label: "Invia di nuovo",
      resend_loading_button_label: "Invio in corso…",
      resent: "Abbiamo inviato di nuovo l’email.",
    },
    code: {
      wait_text: "Puoi richiederlo di nuovo {{when}}.",
    },
    confirm: {
      signup_heading: "Conferma il tuo account",
      signup_button_label: "Conferma e accedi",
      magiclink_heading: "Ci sei quasi",
      magiclink_button_label: "Accedi",
      recovery_heading: "Reimposta la password",
      recovery_button_label: "Imposta una nuova password",
      invite_heading: "Hai ricevuto un invito",
      invite_button_label: "Accetta e accedi",
      email_change_heading: "Conferma l’indirizzo email",
      email_change_button_label: "Conferma l’indirizzo email",
      text: "Premi il pulsante per confermare. Alcuni programmi di posta aprono i link da soli.",
      loading_button_label: "Un momento…",
      half: "Uno dei due indirizzi è confermato. Ora apri il link che abbiamo inviato all’altro.",
      incomplete: "Questo link è incompleto. Aprilo di nuovo dall’email o richiedine uno nuovo.",
      expired: "Questo link è già stato usato o è troppo vecchio. Richiedine uno nuovo.",
      back: "Richiedi un nuovo link",
    },
    phone: {
      use_phone: "Usa un numero di telefono",
      use_email: "Usa un indirizzo email",
      sign_in_heading: "Accedi con il telefono",
      sign_up_heading: "Registrati con il telefono",
      country_label: "Paese",
      number_label: "Numero di telefono",
      number_hint: "Come lo componi, o con +",
      number_invalid: "Questo numero di telefono non è completo.",
      send_button_label: "Invia un codice",
      send_loading_button_label: "Invio in corso…",
      by_code: "Usa invece un codice",
      by_password: "Usa invece una password",
      code_text: "Abbiamo inviato un codice a {{phone}}.",
      wrong_number: "Numero sbagliato?",
    },
    anonymous: {
      button_label: "Continua come ospite",
      loading_button_label: "Un momento…",
      heading: "Conserva il tuo lavoro",
      text: "Stai usando un account ospite. Aggiungi un modo per accedere per conservare il tuo lavoro e usarlo su qualsiasi dispositivo.",
      upgrade_button_label: "Crea un account",
      upgrade_loading_button_label: "Un momento…",
      link: "Continua con {{provider}}",
    },
    existing: {
      text: "Nessun messaggio? Forse hai già un account.",
      sign_in: "Accedi",
      reset: "Reimposta la password",
    },
    errors: {
      not_allowed: "Non hai il permesso di farlo.",
      not_available: "Qui questa funzione non è attiva.",
      gone: "Non esiste più.",
      network_changed: "La tua rete è cambiata. Ricomincia su questo dispositivo.",
      code_wrong: "Questo codice non è corretto. Prova con il prossimo.",
      code_needed: "Inserisci il codice che ti abbiamo inviato.",
      second_step_needed: "Completa prima il secondo passaggio dell’accesso.",
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
    more_methods: {
      sign_in: "Altri modi per accedere",
      sign_up: "Altri modi per registrarsi",
    },
    captcha: {
      label: "Conferma di non essere un robot",
      failed:
        "Non è stato possibile caricare la verifica. Ricarica la pagina o consentila nel tuo browser.",
    },
    last_used_method: {
      mark: "Usato per ultimo",
    },
    email_suggestion: {
      use: "Intendevi {{email}}?",
    },
    offline: {
      text: "Sei offline. Quello che hai scritto resta qui.",
      back: "Sei di nuovo online.",
      again: "Riprova",
    },
    checklist: {
      heading: "Requisiti della password",
      length: "Almeno {{count}} caratteri",
      longer: "Più caratteri",
      lower: "Una lettera minuscola",
      upper: "Una lettera maiuscola",
      letter: "Una lettera",
      digit: "Una cifra",
      symbol: "Un simbolo, come ! o ?",
      kinds: "Più tipi di caratteri",
      pwned: "Assente dalle fughe di dati note",
      bytes: "Al massimo 72 byte: {{count}} finora. Alcuni caratteri contano più di una volta.",
      met: "Soddisfatto",
      unmet: "Non ancora soddisfatto",
    },
  },
};

export default it;
