import type { UserButtonLocale } from "../en.ts";

/** Dutch, informal (je). */
const nl: UserButtonLocale = {
  lang: "nl",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Accountmenu: {{name}}",
      guest: "Gast",
      account: "Account beheren",
      color_scheme: "Kleurenschema",
      system: "Systeem",
      light: "Licht",
      dark: "Donker",
      switch_account: "Van account wisselen",
      add_account: "Nog een account toevoegen",
      sign_out: "Uitloggen",
      sign_out_all: "Uitloggen bij alle accounts",
    },
    errors: {
      account_session_ended:
        "Je bent uitgelogd bij dat account. Voeg het opnieuw toe om het te gebruiken.",
    },
  },
};

export default nl;
