import type { UserButtonLocale } from "../en.ts";

/** Catalan (tu). */
const ca: UserButtonLocale = {
  lang: "ca",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Menú del compte: {{name}}",
      guest: "Convidat",
      account: "Gestiona el compte",
      color_scheme: "Esquema de colors",
      system: "Sistema",
      light: "Clar",
      dark: "Fosc",
      switch_account: "Canvia de compte",
      add_account: "Afegeix un altre compte",
      sign_out: "Tanca la sessió",
      sign_out_all: "Tanca la sessió de tots els comptes",
    },
    errors: {
      account_session_ended:
        "S’ha tancat la sessió d’aquest compte. Torna’l a afegir per fer-lo servir.",
    },
  },
};

export default ca;
