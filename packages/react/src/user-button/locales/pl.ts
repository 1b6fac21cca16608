import type { UserButtonLocale } from "../en.ts";

/** Polish, informal (ty), with no word that depends on the reader's gender. */
const pl: UserButtonLocale = {
  lang: "pl",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Menu konta: {{name}}",
      guest: "Gość",
      account: "Zarządzaj kontem",
      color_scheme: "Schemat kolorów",
      system: "Systemowy",
      light: "Jasny",
      dark: "Ciemny",
      switch_account: "Przełącz konto",
      add_account: "Dodaj inne konto",
      sign_out: "Wyloguj się",
      sign_out_all: "Wyloguj się ze wszystkich kont",
    },
    errors: {
      account_session_ended:
        "Sesja tego konta się zakończyła. Dodaj je ponownie, aby z niego korzystać.",
    },
  },
};

export default pl;
