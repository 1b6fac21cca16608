import type { GateLocale } from "../en.ts";

/** Romanian, informal (tu). */
const ro: GateLocale = {
  lang: "ro",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Încă un pas",
      totp_text: "Introdu codul pe care îl arată aplicația ta de autentificare.",
      phone_text: "Trimitem un cod pe telefonul tău.",
      webauthn_text: "Confirmă cu cheia de securitate sau cu acest dispozitiv.",
      recovery_code_text:
        "Introdu unul dintre codurile tale de recuperare. Funcționează o singură dată.",
      code_label: "Cod",
      button_label: "Continuă",
      send_button_label: "Trimite un cod",
      resend_button_label: "Trimite alt cod",
      sent_text: "Ți-am trimis un cod.",
      webauthn_button_label: "Folosește cheia de securitate",
      other_totp: "Folosește în schimb o aplicație de autentificare",
      other_phone: "Folosește în schimb un SMS",
      other_webauthn: "Folosește în schimb o cheie de securitate",
      other_recovery_code: "Folosește în schimb un cod de recuperare",
      sign_out: "Folosește alt cont",
    },
    session_ended: {
      heading: "Sesiunea ta s-a încheiat",
      text: "Conectează-te din nou ca să continui de unde ai rămas. Ce ai scris este încă aici.",
      leave: "Ieși fără să te conectezi",
    },
    errors: {
      mfa_verification_failed: "Codul nu este corect. Încearcă-l pe următorul.",
      mfa_challenge_expired: "Codul a expirat. Cere unul nou.",
      mfa_recovery_codes_locked:
        "Prea multe coduri greșite. Așteaptă puțin sau folosește altă cale.",
      webauthn_cancelled: "Dispozitivul tău nu a confirmat. Încearcă din nou.",
      webauthn_unsupported: "Acest browser nu poate folosi chei de securitate.",
      webauthn_verification_failed: "Această cheie de securitate nu aparține contului.",
    },
  },
};

export default ro;
