import type { GateLocale } from "../en.ts";

/** Czech, polite (vy). */
const cs: GateLocale = {
  lang: "cs",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Ještě jeden krok",
      totp_text: "Zadejte kód, který ukazuje vaše ověřovací aplikace.",
      phone_text: "Pošleme kód na váš telefon.",
      webauthn_text: "Potvrďte bezpečnostním klíčem nebo tímto zařízením.",
      recovery_code_text: "Zadejte jeden ze svých záložních kódů. Funguje jen jednou.",
      code_label: "Kód",
      button_label: "Pokračovat",
      send_button_label: "Poslat kód",
      resend_button_label: "Poslat nový kód",
      sent_text: "Poslali jsme vám kód.",
      webauthn_button_label: "Použít bezpečnostní klíč",
      other_totp: "Použít raději ověřovací aplikaci",
      other_phone: "Použít raději SMS",
      other_webauthn: "Použít raději bezpečnostní klíč",
      other_recovery_code: "Použít raději záložní kód",
      sign_out: "Použít jiný účet",
    },
    session_ended: {
      heading: "Vaše přihlášení skončilo",
      text: "Přihlaste se znovu a\u00a0pokračujte, kde jste přestali. Co jste napsali, tu stále je.",
      leave: "Odejít bez přihlášení",
    },
    errors: {
      mfa_verification_failed: "Tento kód není správný. Zkuste další.",
      mfa_challenge_expired: "Platnost kódu vypršela. Požádejte o\u00a0nový.",
      mfa_recovery_codes_locked:
        "Příliš mnoho chybných kódů. Počkejte chvíli, nebo použijte jiný způsob.",
      webauthn_cancelled: "Vaše zařízení to nepotvrdilo. Zkuste to znovu.",
      webauthn_unsupported: "Tento prohlížeč bezpečnostní klíče nepodporuje.",
      webauthn_verification_failed: "Tento bezpečnostní klíč k\u00a0účtu nepatří.",
    },
  },
};

export default cs;
