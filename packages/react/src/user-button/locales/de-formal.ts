import type { UserButtonLocale } from "../en.ts";

/** German, formal (Sie). */
const deFormal: UserButtonLocale = {
  lang: "de",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Kontomenü: {{name}}",
      guest: "Gast",
      account: "Konto verwalten",
      color_scheme: "Farbschema",
      system: "System",
      light: "Hell",
      dark: "Dunkel",
      switch_account: "Konto wechseln",
      add_account: "Weiteres Konto hinzufügen",
      sign_out: "Abmelden",
      sign_out_all: "Von allen Konten abmelden",
    },
    errors: {
      account_session_ended:
        "Sie wurden von diesem Konto abgemeldet. Fügen Sie es wieder hinzu, um es zu verwenden.",
    },
  },
};

export default deFormal;
