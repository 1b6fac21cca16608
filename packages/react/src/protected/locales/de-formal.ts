import type { GateLocale } from "../en.ts";

/** German, formal (Sie). */
const deFormal: GateLocale = {
  lang: "de",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Noch ein Schritt",
      totp_text: "Geben Sie den Code ein, den Ihre Authenticator-App anzeigt.",
      phone_text: "Wir schicken einen Code an Ihr Telefon.",
      webauthn_text: "Bestätigen Sie mit Ihrem Sicherheitsschlüssel oder diesem Gerät.",
      recovery_code_text:
        "Geben Sie einen Ihrer Wiederherstellungscodes ein. Er funktioniert nur einmal.",
      code_label: "Code",
      button_label: "Weiter",
      send_button_label: "Code senden",
      resend_button_label: "Neuen Code senden",
      sent_text: "Wir haben Ihnen einen Code geschickt.",
      webauthn_button_label: "Sicherheitsschlüssel verwenden",
      other_totp: "Stattdessen Authenticator-App verwenden",
      other_phone: "Stattdessen per SMS bestätigen",
      other_webauthn: "Stattdessen Sicherheitsschlüssel verwenden",
      other_recovery_code: "Stattdessen Wiederherstellungscode verwenden",
      sign_out: "Anderes Konto verwenden",
    },
    session_ended: {
      heading: "Ihre Sitzung ist abgelaufen",
      text: "Melden Sie sich erneut an, um weiterzumachen. Was Sie geschrieben haben, ist noch da.",
      leave: "Ohne Anmeldung verlassen",
    },
    errors: {
      mfa_verification_failed: "Dieser Code stimmt nicht. Versuchen Sie es mit dem nächsten.",
      mfa_challenge_expired: "Dieser Code ist abgelaufen. Fordern Sie einen neuen an.",
      mfa_recovery_codes_locked:
        "Zu viele falsche Codes. Warten Sie etwas oder nehmen Sie einen anderen Weg.",
      webauthn_cancelled: "Ihr Gerät hat es nicht bestätigt. Versuchen Sie es noch einmal.",
      webauthn_unsupported: "Dieser Browser kann keine Sicherheitsschlüssel verwenden.",
      webauthn_verification_failed: "Dieser Sicherheitsschlüssel gehört nicht zum Konto.",
    },
  },
};

export default deFormal;
