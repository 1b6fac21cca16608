import type { GateLocale } from "../en.ts";

/** Italian, informal (tu). */
const it: GateLocale = {
  lang: "it",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Ancora un passaggio",
      totp_text: "Inserisci il codice mostrato dalla tua app di autenticazione.",
      phone_text: "Inviamo un codice al tuo telefono.",
      webauthn_text: "Conferma con la chiave di sicurezza o con questo dispositivo.",
      recovery_code_text: "Inserisci uno dei tuoi codici di recupero. Funziona una sola volta.",
      code_label: "Codice",
      button_label: "Continua",
      send_button_label: "Invia un codice",
      resend_button_label: "Invia un altro codice",
      sent_text: "Ti abbiamo inviato un codice.",
      webauthn_button_label: "Usa la chiave di sicurezza",
      other_totp: "Usa invece un’app di autenticazione",
      other_phone: "Usa invece un SMS",
      other_webauthn: "Usa invece una chiave di sicurezza",
      other_recovery_code: "Usa invece un codice di recupero",
      sign_out: "Usa un altro account",
    },
    session_ended: {
      heading: "La sessione è terminata",
      text: "Accedi di nuovo per riprendere da dove avevi interrotto. Quello che hai scritto è ancora lì.",
      leave: "Esci senza accedere",
    },
    errors: {
      mfa_verification_failed: "Questo codice non è corretto. Prova con il prossimo.",
      mfa_challenge_expired: "Questo codice è scaduto. Richiedine uno nuovo.",
      mfa_recovery_codes_locked: "Troppi codici errati. Aspetta un po’ o usa un altro modo.",
      webauthn_cancelled: "Il dispositivo non ha confermato. Riprova.",
      webauthn_unsupported: "Questo browser non può usare chiavi di sicurezza.",
      webauthn_verification_failed: "Questa chiave di sicurezza non appartiene all’account.",
    },
  },
};

export default it;
