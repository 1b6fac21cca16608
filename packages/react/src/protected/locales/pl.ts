import type { GateLocale } from "../en.ts";

/** Polish, informal (ty), with no word that depends on the reader's gender. */
const pl: GateLocale = {
  lang: "pl",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Jeszcze jeden krok",
      totp_text: "Wpisz kod, który pokazuje aplikacja uwierzytelniająca.",
      phone_text: "Wyślemy kod na twój telefon.",
      webauthn_text: "Potwierdź kluczem bezpieczeństwa albo tym urządzeniem.",
      recovery_code_text: "Wpisz jeden ze swoich kodów odzyskiwania. Działa tylko raz.",
      code_label: "Kod",
      button_label: "Dalej",
      send_button_label: "Wyślij kod",
      resend_button_label: "Wyślij nowy kod",
      sent_text: "Wysłaliśmy ci kod.",
      webauthn_button_label: "Użyj klucza bezpieczeństwa",
      other_totp: "Użyj zamiast tego aplikacji uwierzytelniającej",
      other_phone: "Użyj zamiast tego SMS-a",
      other_webauthn: "Użyj zamiast tego klucza bezpieczeństwa",
      other_recovery_code: "Użyj zamiast tego kodu odzyskiwania",
      sign_out: "Użyj innego konta",
    },
    session_ended: {
      heading: "Twoja sesja się skończyła",
      text: "Zaloguj się ponownie, aby kontynuować. To, co zostało wpisane, nadal tu jest.",
      leave: "Wyjdź bez logowania",
    },
    errors: {
      mfa_verification_failed: "Ten kod jest nieprawidłowy. Spróbuj następnego.",
      mfa_challenge_expired: "Ten kod wygasł. Poproś o\u00a0nowy.",
      mfa_recovery_codes_locked:
        "Zbyt wiele błędnych kodów. Odczekaj chwilę albo użyj innego sposobu.",
      webauthn_cancelled: "Twoje urządzenie tego nie potwierdziło. Spróbuj ponownie.",
      webauthn_unsupported: "Ta przeglądarka nie obsługuje kluczy bezpieczeństwa.",
      webauthn_verification_failed: "Ten klucz bezpieczeństwa nie należy do konta.",
    },
  },
};

export default pl;
