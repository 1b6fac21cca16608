import type { UserButtonLocale } from "../en.ts";

/** Romanian, informal (tu). */
const ro: UserButtonLocale = {
  lang: "ro",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Meniul contului: {{name}}",
      guest: "Vizitator",
      account: "Gestionează contul",
      color_scheme: "Schemă de culori",
      system: "Sistem",
      light: "Luminoasă",
      dark: "Întunecată",
      switch_account: "Schimbă contul",
      add_account: "Adaugă alt cont",
      sign_out: "Deconectează-te",
      sign_out_all: "Deconectează-te de la toate conturile",
    },
    errors: {
      account_session_ended:
        "Sesiunea acelui cont s-a încheiat. Adaugă-l din nou ca să îl folosești.",
    },
  },
};

export default ro;
