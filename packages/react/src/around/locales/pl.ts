import type { AroundLocale } from "../words.ts";

/** Polish, informal (ty), with no word that depends on the reader's gender. */
const pl: AroundLocale = {
  lang: "pl",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "Nie wolno ci tego zrobić.",
      not_available: "To nie jest tutaj włączone.",
      gone: "Tego już nie ma.",
      network_changed: "Twoja sieć się zmieniła. Zacznij od nowa na tym urządzeniu.",
      code_wrong: "Ten kod jest nieprawidłowy. Spróbuj następnego.",
      code_needed: "Wpisz kod, który do ciebie wysłaliśmy.",
      second_step_needed: "Najpierw zaloguj się z\u00a0drugim krokiem.",
      other_step_needed: "Dodaj najpierw inny drugi krok.",
      too_many_steps: "Więcej dodać nie można. Najpierw coś usuń.",
      step_name_taken: "Taka nazwa już jest. Wybierz inną.",
      step_exists: "To już zostało dodane.",
      last_way_in: "Ostatniego sposobu logowania nie można odłączyć.",
      identity_in_conflict: "Nie można tego odłączyć: adres e-mail należy do innego konta.",
      identity_taken: "To należy już do innego konta.",
      robot: "Nie udało się sprawdzić, że nie jesteś robotem. Spróbuj ponownie.",
      email_refused: "Nie możemy wysyłać wiadomości na ten adres. Użyj innego.",
      sso_off: "Logowanie jednokrotne nie jest tutaj włączone. Zaloguj się inaczej.",
      sso_unknown: "Dla tego adresu nie ma logowania jednokrotnego. Zaloguj się inaczej.",
      sso_faulty:
        "Logowanie jednokrotne twojej organizacji nie zadziałało. Zapytaj jej administratorów.",
      sso_managed: "Zajmuje się tym twoja organizacja. Zmień to tam.",
    },
    help: {
      resend: "Wyślij potwierdzenie ponownie",
      wait: "Spróbuj za {{seconds}}\u00a0s",
      again: "Spróbuj ponownie",
    },
    passkeys: {
      button_label: "Zaloguj się kluczem dostępu",
      cancelled:
        "Twoje urządzenie tego nie potwierdziło. Spróbuj ponownie lub zaloguj się inaczej.",
    },
    passkey_offer: {
      heading: "Następnym razem zaloguj się bez hasła",
      text: "Klucz dostępu używa twojego odcisku palca, twarzy lub kodu PIN tego urządzenia.",
      add: "Dodaj klucz dostępu",
      later: "Nie teraz",
      never: "Nie pytaj ponownie",
      done: "Gotowe. Następnym razem zaloguj się kluczem dostępu.",
    },
    sso: {
      link: "Użyj logowania jednokrotnego",
      heading: "Logowanie jednokrotne",
      text: "Loguje cię twoja organizacja. Znajdziemy ją po twoim adresie.",
      label: "Służbowy adres e-mail",
      button_label: "Dalej",
      missing: "Wpisz swój służbowy adres e-mail.",
      back: "Zaloguj się inaczej",
    },
    captcha: {
      label: "Sprawdzenie, że nie jesteś robotem",
      failed:
        "Nie udało się wczytać sprawdzenia przed robotami. Odśwież stronę lub zezwól na nie w przeglądarce.",
    },
    last_used: {
      mark: "Ostatnio używane",
    },
    mail_hint: {
      use: "Czy chodziło o {{email}}?",
    },
    offline: {
      text: "Nie masz połączenia. To, co zostało wpisane, zostaje tutaj.",
      back: "Połączenie wróciło.",
      again: "Spróbuj ponownie",
    },
    checklist: {
      heading: "Hasło musi mieć",
      length: "Liczbę znaków co najmniej {{count}}",
      longer: "Więcej znaków",
      lower: "Małą literę",
      upper: "Wielką literę",
      letter: "Literę",
      digit: "Cyfrę",
      symbol: "Symbol, na przykład ! lub ?",
      kinds: "Więcej rodzajów znaków",
      pwned: "Nie być na liście ujawnionych haseł",
      bytes: "Najwyżej 72 bajty: na razie {{count}}. Niektóre znaki liczą się więcej niż raz.",
      met: "Spełnione",
      unmet: "Jeszcze niespełnione",
    },
  },
};

export default pl;
