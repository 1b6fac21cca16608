import type { GateLocale } from "../en.ts";

/** Dutch, informal (je). */
const nl: GateLocale = {
  lang: "nl",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Nog één stap",
      totp_text: "Vul de code in die je authenticator-app toont.",
      phone_text: "We sturen een code naar je telefoon.",
      webauthn_text: "Bevestig met je beveiligingssleutel of dit apparaat.",
      recovery_code_text: "Voer een van je herstelcodes in. Die werkt maar één keer.",
      code_label: "Code",
      button_label: "Doorgaan",
      send_button_label: "Code versturen",
      resend_button_label: "Nieuwe code versturen",
      sent_text: "We hebben je een code gestuurd.",
      webauthn_button_label: "Beveiligingssleutel gebruiken",
      other_totp: "Liever een authenticator-app gebruiken",
      other_phone: "Liever een sms gebruiken",
      other_webauthn: "Liever een beveiligingssleutel gebruiken",
      other_recovery_code: "Liever een herstelcode gebruiken",
      sign_out: "Ander account gebruiken",
    },
    session_ended: {
      heading: "Je sessie is verlopen",
      text: "Log opnieuw in om verder te gaan waar je was. Wat je hebt getypt, staat er nog.",
      leave: "Weggaan zonder in te loggen",
    },
    errors: {
      mfa_verification_failed: "Deze code klopt niet. Probeer de volgende.",
      mfa_challenge_expired: "Deze code is verlopen. Vraag een nieuwe aan.",
      mfa_recovery_codes_locked: "Te veel onjuiste codes. Wacht even of gebruik een andere manier.",
      webauthn_cancelled: "Je apparaat heeft het niet bevestigd. Probeer het opnieuw.",
      webauthn_unsupported: "Deze browser kan geen beveiligingssleutels gebruiken.",
      webauthn_verification_failed: "Deze beveiligingssleutel hoort niet bij het account.",
    },
  },
};

export default nl;
