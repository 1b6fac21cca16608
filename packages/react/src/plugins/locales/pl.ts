import type { PluginLocale } from "../words.ts";

/** Polish, informal (ty), with no word that depends on the reader's gender. */
const pl: PluginLocale = {
  lang: "pl",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Sprawdź pocztę",
      sign_up_text:
        "Wysłaliśmy e-mail na adres {{email}}. Otwórz zawarty w\u00a0nim link, aby potwierdzić konto.",
      magic_link_text:
        "Wysłaliśmy e-mail na adres {{email}}. Otwórz zawarty w\u00a0nim link, aby się zalogować.",
      forgotten_password_text:
        "Wysłaliśmy e-mail na adres {{email}}. Otwórz zawarty w\u00a0nim link, aby ustawić nowe hasło.",
      email_change_text:
        "Wysłaliśmy e-mail na adres {{email}}. Otwórz zawarty w\u00a0nim link, aby potwierdzić adres.",
      waiting_text:
        "Otwórz link na dowolnym urządzeniu. Jeśli otworzysz go w\u00a0tej przeglądarce, ta strona sama przejdzie dalej.",
      same_browser_text: "Otwórz link w\u00a0tej przeglądarce. Ta strona sama przejdzie dalej.",
      code_text: "Albo wpisz tutaj kod z\u00a0e-maila.",
      have_code: "Masz kod? Wpisz go",
      wrong_address: "Zły adres?",
      open_mail: "Otwórz {{provider}}",
      resend_button_label: "Wyślij ponownie",
      resend_loading_button_label: "Wysyłanie…",
      resent: "Wysłaliśmy e-mail ponownie.",
    },
    code: {
      wait_text: "Możesz poprosić ponownie {{when}}.",
    },
    confirm: {
      signup_heading: "Potwierdź swoje konto",
      signup_button_label: "Potwierdź i zaloguj się",
      magiclink_heading: "Już prawie gotowe",
      magiclink_button_label: "Zaloguj się",
      recovery_heading: "Zresetuj hasło",
      recovery_button_label: "Ustaw nowe hasło",
      invite_heading: "Masz zaproszenie",
      invite_button_label: "Przyjmij i zaloguj się",
      email_change_heading: "Potwierdź adres e-mail",
      email_change_button_label: "Potwierdź adres e-mail",
      text: "Naciśnij przycisk, aby potwierdzić. Niektóre programy pocztowe same otwierają linki.",
      loading_button_label: "Chwileczkę…",
      half: "Jeden z dwóch adresów jest potwierdzony. Teraz otwórz link wysłany na drugi.",
      incomplete: "Ten link jest niepełny. Otwórz go ponownie z wiadomości albo poproś o nowy.",
      expired: "Ten link został już użyty albo jest zbyt stary. Poproś o nowy.",
      back: "Poproś o nowy link",
    },
    phone: {
      use_phone: "Użyj numeru telefonu",
      use_email: "Użyj adresu e-mail",
      sign_in_heading: "Zaloguj się przez telefon",
      sign_up_heading: "Zarejestruj się przez telefon",
      country_label: "Kraj",
      number_label: "Numer telefonu",
      number_hint: "Tak, jak go wybierasz, albo z\u00a0+",
      number_invalid: "To nie jest pełny numer telefonu.",
      send_button_label: "Wyślij kod",
      send_loading_button_label: "Wysyłanie…",
      by_code: "Użyj kodu",
      by_password: "Użyj hasła",
      code_text: "Wysłaliśmy kod na numer {{phone}}.",
      wrong_number: "Zły numer?",
    },
    anonymous: {
      button_label: "Kontynuuj jako gość",
      loading_button_label: "Chwileczkę…",
      heading: "Zachowaj swoją pracę",
      text: "Używasz konta gościa. Dodaj sposób logowania, aby zachować swoją pracę i\u00a0korzystać z\u00a0niej na każdym urządzeniu.",
      upgrade_button_label: "Utwórz konto",
      upgrade_loading_button_label: "Chwileczkę…",
      link: "Kontynuuj przez {{provider}}",
    },
    existing: {
      text: "Nie ma wiadomości? Być może masz już konto.",
      sign_in: "Zaloguj się",
      reset: "Zresetuj hasło",
    },
    errors: {
      not_allowed: "Nie masz do tego uprawnień.",
      not_available: "To nie jest tutaj włączone.",
      gone: "Tego już nie ma.",
      network_changed: "Twoja sieć się zmieniła. Zacznij od nowa na tym urządzeniu.",
      code_wrong: "Ten kod jest nieprawidłowy. Spróbuj następnego.",
      code_needed: "Wpisz kod, który ci wysłaliśmy.",
      second_step_needed: "Najpierw potwierdź logowanie drugim krokiem.",
      other_step_needed: "Najpierw dodaj inny drugi krok.",
      too_many_steps: "Więcej nie można dodać. Najpierw coś usuń.",
      step_name_taken: "Taka nazwa już jest. Wybierz inną.",
      step_exists: "To już zostało dodane.",
      last_way_in: "Ostatniego sposobu logowania nie można odłączyć.",
      identity_in_conflict: "Nie można tego odłączyć: adres e-mail należy do innego konta.",
      identity_taken: "To należy już do innego konta.",
      robot: "Nie udało się upewnić, że nie jesteś robotem. Spróbuj ponownie.",
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
    more_methods: {
      sign_in: "Więcej sposobów logowania",
      sign_up: "Więcej sposobów rejestracji",
    },
    captcha: {
      label: "Potwierdź, że nie jesteś robotem",
      failed:
        "Nie udało się wczytać weryfikacji. Odśwież stronę lub zezwól na nią w\u00a0przeglądarce.",
    },
    last_used_method: {
      mark: "Ostatnio używane",
    },
    email_suggestion: {
      use: "Czy chodziło o {{email}}?",
    },
    offline: {
      text: "Nie masz połączenia. To, co zostało wpisane, zostaje tutaj.",
      back: "Połączenie wróciło.",
      again: "Spróbuj ponownie",
    },
    checklist: {
      heading: "Wymagania hasła",
      length: "Znaki: co najmniej {{count}}",
      longer: "Więcej znaków",
      lower: "Mała litera",
      upper: "Wielka litera",
      letter: "Litera",
      digit: "Cyfra",
      symbol: "Symbol, na przykład ! lub ?",
      kinds: "Więcej rodzajów znaków",
      pwned: "Brak w\u00a0znanych wyciekach danych",
      bytes: "Najwyżej 72 bajty: na razie {{count}}. Niektóre znaki liczą się więcej niż raz.",
      met: "Spełnione",
      unmet: "Jeszcze niespełnione",
    },
  },
};

export default pl;
