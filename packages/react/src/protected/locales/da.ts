import type { GateLocale } from "../en.ts";

/** Danish (du). */
const da: GateLocale = {
  lang: "da",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Et trin mere",
      totp_text: "Indtast den kode, som din godkendelsesapp viser.",
      phone_text: "Vi sender en kode til din telefon.",
      webauthn_text: "Bekræft med din sikkerhedsnøgle eller denne enhed.",
      recovery_code_text: "Indtast en af dine gendannelseskoder. Den virker kun én gang.",
      code_label: "Kode",
      button_label: "Fortsæt",
      send_button_label: "Send en kode",
      resend_button_label: "Send en ny kode",
      sent_text: "Vi har sendt dig en kode.",
      webauthn_button_label: "Brug sikkerhedsnøgle",
      other_totp: "Brug en godkendelsesapp i stedet",
      other_phone: "Få en sms i stedet",
      other_webauthn: "Brug en sikkerhedsnøgle i stedet",
      other_recovery_code: "Brug en gendannelseskode i stedet",
      sign_out: "Brug en anden konto",
    },
    session_ended: {
      heading: "Din session er slut",
      text: "Log ind igen for at fortsætte, hvor du var. Det, du skrev, er der stadig.",
      leave: "Forlad uden at logge ind",
    },
    errors: {
      mfa_verification_failed: "Koden er ikke rigtig. Prøv den næste.",
      mfa_challenge_expired: "Koden er udløbet. Bed om en ny.",
      mfa_recovery_codes_locked: "For mange forkerte koder. Vent lidt, eller brug en anden måde.",
      webauthn_cancelled: "Din enhed bekræftede det ikke. Prøv igen.",
      webauthn_unsupported: "Denne browser kan ikke bruge sikkerhedsnøgler.",
      webauthn_verification_failed: "Sikkerhedsnøglen hører ikke til kontoen.",
    },
  },
};

export default da;
