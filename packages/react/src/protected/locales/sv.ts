import type { GateLocale } from "../en.ts";

/** Swedish (du). */
const sv: GateLocale = {
  lang: "sv",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Ett steg till",
      totp_text: "Ange koden som din autentiseringsapp visar.",
      phone_text: "Vi skickar en kod till din telefon.",
      webauthn_text: "Bekräfta med din säkerhetsnyckel eller den här enheten.",
      recovery_code_text: "Ange en av dina återställningskoder. Den fungerar bara en gång.",
      code_label: "Kod",
      button_label: "Fortsätt",
      send_button_label: "Skicka en kod",
      resend_button_label: "Skicka en ny kod",
      sent_text: "Vi har skickat en kod till dig.",
      webauthn_button_label: "Använd säkerhetsnyckel",
      other_totp: "Använd en autentiseringsapp i stället",
      other_phone: "Få ett sms i stället",
      other_webauthn: "Använd en säkerhetsnyckel i stället",
      other_recovery_code: "Använd en återställningskod i stället",
      sign_out: "Använd ett annat konto",
    },
    session_ended: {
      heading: "Din session är slut",
      text: "Logga in igen för att fortsätta där du var. Det du skrev finns kvar.",
      leave: "Lämna utan att logga in",
    },
    errors: {
      mfa_verification_failed: "Koden stämmer inte. Prova nästa.",
      mfa_challenge_expired: "Koden har gått ut. Be om en ny.",
      mfa_recovery_codes_locked:
        "För många felaktiga koder. Vänta en stund eller använd ett annat sätt.",
      webauthn_cancelled: "Din enhet bekräftade inte. Försök igen.",
      webauthn_unsupported: "Den här webbläsaren kan inte använda säkerhetsnycklar.",
      webauthn_verification_failed: "Säkerhetsnyckeln hör inte till kontot.",
    },
  },
};

export default sv;
