import type { UserButtonLocale } from "../en.ts";

/** Danish (du). */
const da: UserButtonLocale = {
  lang: "da",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Kontomenu: {{name}}",
      guest: "Gæst",
      account: "Administrer konto",
      color_scheme: "Farveskema",
      system: "System",
      light: "Lyst",
      dark: "Mørkt",
      switch_account: "Skift konto",
      add_account: "Tilføj en anden konto",
      sign_out: "Log ud",
      sign_out_all: "Log ud af alle konti",
    },
    errors: {
      account_session_ended: "Du er logget ud af den konto. Tilføj den igen for at bruge den.",
    },
  },
};

export default da;
