import type { ConsentLocale } from "../en.ts";

/** Polish, informal (ty), with no word that depends on the reader's gender. */
const pl: ConsentLocale = {
  lang: "pl",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Czy aplikacja {{name}} może cię logować?",
      unnamed: "aplikacja bez nazwy",
      signed_in_as: "Korzystasz z konta",
      guest: "gość",
      may: "Aplikacja będzie mogła",
      account: "widzieć twoje konto: imię, e-mail, telefon i sposoby logowania",
      openid: "rozpoznawać cię przy każdym logowaniu",
      profile: "widzieć twoje imię i zdjęcie",
      email: "widzieć twój adres e-mail",
      phone: "widzieć twój numer telefonu",
      offline_access: "zachować połączenie pod twoją nieobecność",
      goes_to: "Nastąpi przekierowanie do",
      hint: "Zezwól tylko wtedy, gdy znasz ten adres i właśnie z niego przychodzisz.",
      allow: "Zezwól",
      deny: "Odmów",
      loading: "Wczytywanie…",
      leaving: "Przekierowywanie…",
      continue: "Brak przekierowania? Przejdź dalej",
      again: "Spróbuj ponownie",
      none_heading: "Nie ma nic do zatwierdzenia",
      none_text: "Ten link jest niepełny. Wróć do aplikacji i zaloguj się ponownie.",
      over_heading: "Ta prośba nie jest już ważna",
      over_text:
        "Ma już odpowiedź, minęło ponad dziesięć minut lub otworzył ją ktoś inny. Wróć do aplikacji i zaloguj się ponownie.",
      off_heading: "Niedostępne",
      off_text: "Logowanie do innych aplikacji jest na tym serwerze wyłączone.",
      failed_heading: "Nie udało się wczytać prośby",
    },
    errors: {
      forbidden_redirect: "Adres aplikacji nie jest bezpieczny.",
    },
  },
};

export default pl;
