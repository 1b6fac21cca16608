import type { GateLocale } from "../en.ts";

/** Catalan (tu). */
const ca: GateLocale = {
  lang: "ca",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Un pas més",
      totp_text: "Introdueix el codi que mostra la teva aplicació d’autenticació.",
      phone_text: "Enviarem un codi al teu telèfon.",
      webauthn_text: "Confirma amb la teva clau de seguretat o aquest dispositiu.",
      recovery_code_text: "Escriu un dels teus codis de recuperació. Només funciona una vegada.",
      code_label: "Codi",
      button_label: "Continua",
      send_button_label: "Envia un codi",
      resend_button_label: "Envia un altre codi",
      sent_text: "T’hem enviat un codi.",
      webauthn_button_label: "Fes servir la clau de seguretat",
      other_totp: "Fes servir una aplicació d’autenticació",
      other_phone: "Fes servir un missatge de text",
      other_webauthn: "Fes servir una clau de seguretat",
      other_recovery_code: "Fes servir un codi de recuperació",
      sign_out: "Fes servir un altre compte",
    },
    session_ended: {
      heading: "La sessió ha acabat",
      text: "Torna a iniciar la sessió per continuar on eres. El que havies escrit encara hi és.",
      leave: "Surt sense iniciar la sessió",
    },
    errors: {
      mfa_verification_failed: "Aquest codi no és correcte. Prova el següent.",
      mfa_challenge_expired: "Aquest codi ha caducat. Demana’n un de nou.",
      mfa_recovery_codes_locked:
        "Massa codis incorrectes. Espera una estona o fes servir una altra manera.",
      webauthn_cancelled: "El teu dispositiu no ho ha confirmat. Torna-ho a provar.",
      webauthn_unsupported: "Aquest navegador no pot fer servir claus de seguretat.",
      webauthn_verification_failed: "Aquesta clau de seguretat no és d’aquest compte.",
    },
  },
};

export default ca;
