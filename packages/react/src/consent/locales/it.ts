import type { ConsentLocale } from "../en.ts";

/** Italian, informal (tu). */
const it: ConsentLocale = {
  lang: "it",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Consenti a {{name}} di farti accedere?",
      unnamed: "un’applicazione senza nome",
      signed_in_as: "Accesso effettuato come",
      guest: "ospite",
      may: "Potrà",
      account: "vedere il tuo account: nome, email, telefono e come accedi",
      openid: "riconoscerti a ogni accesso",
      profile: "vedere il tuo nome e la tua foto",
      email: "vedere il tuo indirizzo email",
      phone: "vedere il tuo numero di telefono",
      offline_access: "restare collegata quando non ci sei",
      goes_to: "Verrai reindirizzato a",
      hint: "Consenti solo se riconosci questo indirizzo e arrivi proprio da lì.",
      allow: "Consenti",
      deny: "Rifiuta",
      loading: "Caricamento…",
      leaving: "Reindirizzamento…",
      continue: "Non succede nulla? Continua",
      again: "Riprova",
      none_heading: "Niente da approvare",
      none_text: "Questo link è incompleto. Torna all’applicazione e accedi di nuovo.",
      over_heading: "Questa richiesta non è più valida",
      over_text:
        "Ha già ricevuto risposta, ha più di dieci minuti o è stata aperta da qualcun altro. Torna all’applicazione e accedi di nuovo.",
      off_heading: "Non disponibile",
      off_text: "Su questo server l’accesso ad altre applicazioni è disattivato.",
      failed_heading: "Impossibile caricare la richiesta",
    },
    errors: {
      forbidden_redirect: "L’indirizzo dell’applicazione non è sicuro.",
    },
  },
};

export default it;
