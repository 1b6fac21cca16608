import type { GateLocale } from "../en.ts";

/** German, informal (du). */
const de: GateLocale = {
  lang: "de",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Noch ein Schritt",
      totp_text: "Gib den Code ein, den deine Authenticator-App anzeigt.",
      phone_text: "Wir schicken einen Code an dein Telefon.",
      webauthn_text: "Bestätige mit deinem Sicherheitsschlüssel oder diesem Gerät.",
      recovery_code_text:
        "Gib einen deiner Wiederherstellungscodes ein. Er funktioniert nur einmal.",
      code_label: "Code",
      button_label: "Weiter",
      send_button_label: "Code senden",
      resend_button_label: "Neuen Code senden",
      sent_text: "Wir haben dir einen Code geschickt.",
      webauthn_button_label: "Sicherheitsschlüssel verwenden",
      other_totp: "Stattdessen Authenticator-App verwenden",
      other_phone: "Stattdessen per SMS bestätigen",
      other_webauthn: "Stattdessen Sicherheitsschlüssel verwenden",
      other_recovery_code: "Stattdessen Wiederherstellungscode verwenden",
      sign_out: "Anderes Konto verwenden",
    },
    session_ended: {
      heading: "Deine Sitzung ist abgelaufen",
      text: "Melde dich erneut an, um weiterzumachen. Was du geschrieben hast, ist noch da.",
      leave: "Ohne Anmeldung verlassen",
    },
    errors: {
      mfa_verification_failed: "Dieser Code stimmt nicht. Versuche es mit dem nächsten.",
      mfa_challenge_expired: "Dieser Code ist abgelaufen. Fordere einen neuen an.",
      mfa_recovery_codes_locked: "Zu viele falsche Codes. Warte etwas oder nimm einen anderen Weg.",
      webauthn_cancelled: "Dein Gerät hat es nicht bestätigt. Versuche es noch einmal.",
      webauthn_unsupported: "Dieser Browser kann keine Sicherheitsschlüssel verwenden.",
      webauthn_verification_failed: "Dieser Sicherheitsschlüssel gehört nicht zum Konto.",
    },
  },
};

export default de;
